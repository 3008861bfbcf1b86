# SPDX-License-Identifier: GPL-3.0-or-later
"""An AMQP client that shares nothing with the product (pika), for tests: puts messages into a queue and says exactly what
lies in one, every header with its type on the wire.

    amqp_judge.py PORT nasty QUEUE            publishes one message of every awkward kind; prints how many
    amqp_judge.py PORT plain QUEUE COUNT      publishes m-0, m-1, …
    amqp_judge.py PORT peek QUEUE             prints a JSON line for each message, and gives all of them back
    amqp_judge.py PORT take QUEUE             the same, and removes them
    amqp_judge.py PORT count QUEUE            prints how many are ready there; -1: there is no such queue
    amqp_judge.py PORT reject QUEUE COUNT     takes the first so many and rejects them for good
"""
import json
import os
import struct
import sys

import pika
import pika.data
import pika.exceptions
import pika.spec


class Typed:
    """A value that shall be sent with just this type letter."""

    def __init__(self, kind, value):
        self.kind, self.value = kind, value


FORMATS = {'b': '>b', 'B': '>B', 's': '>h', 'u': '>H', 'I': '>i', 'i': '>I', 'l': '>q', 'T': '>Q', 'f': '>f', 'd': '>d', 't': '>B'}
plain_encode = pika.data.encode_value
plain_decode = pika.data.decode_value


def encode_value(pieces, value):
    if not isinstance(value, Typed):
        return plain_encode(pieces, value)
    kind, held = value.kind, value.value
    if kind in FORMATS:
        body = struct.pack(FORMATS[kind], held)
    elif kind in 'Sx':
        body = struct.pack('>I', len(held)) + held
    elif kind == 'D':
        body = struct.pack('>BI', held[0], held[1])
    elif kind == 'V':
        body = b''
    else:
        raise ValueError(kind)
    pieces.append(kind.encode() + body)
    return 1 + len(body)


def decode_value(encoded, offset):
    kind = encoded[offset:offset + 1].decode()
    if kind in FORMATS:
        size = struct.calcsize(FORMATS[kind])
        return [kind, repr(struct.unpack_from(FORMATS[kind], encoded, offset + 1)[0])], offset + 1 + size
    if kind in 'Sx':
        size = struct.unpack_from('>I', encoded, offset + 1)[0]
        return [kind, encoded[offset + 5:offset + 5 + size].hex()], offset + 5 + size
    if kind == 'D':
        return [kind, repr(struct.unpack_from('>BI', encoded, offset + 1))], offset + 6
    value, offset = plain_decode(encoded, offset)
    return [kind, value], offset


pika.data.encode_value = encode_value


def nasty_headers():
    t = Typed
    longest = 'k' * 120
    return [
        {},
        {'text': t('S', b'plain'), 'empty': t('S', b''), 'utf8': t('S', 'grüße 世界 😀'.encode())},
        {'not-utf8': t('S', b'\xff\xfe\x00\x01'), 'latin1': t('S', b'caf\xe9'), 'long-binary': t('S', bytes(range(256)) * 3)},
        {'bytes': t('x', b'\x00\x01\x02\xff'), 'no-bytes': t('x', b'')},
        {'yes': t('t', 1), 'no': t('t', 0), 'nothing': t('V', None)},
        {'b': t('b', -128), 'B': t('B', 255), 's': t('s', -32768), 'u': t('u', 65535)},
        {'I': t('I', -2147483648), 'i': t('i', 4294967295), 'l': t('l', -9223372036854775808), 'big': t('l', 9007199254740993)},
        {'f': t('f', 0.1), 'd': t('d', 0.1), 'tiny': t('d', 5e-324), 'huge': t('d', 1.7976931348623157e308), 'whole': t('d', 3.0), 'minus': t('d', -0.0)},
        {'e5': t('d', 1e-5), 'e20': t('d', 1e20), 'e22': t('d', 1.5e22), 'third': t('d', 1 / 3), 'f3': t('f', 1 / 3)},
        {'time': t('T', 1796067941), 'epoch': t('T', 0)},
        {'dec': t('D', (2, 12345)), 'dec0': t('D', (0, 7))},
        {'table': {'z': t('S', b'last'), 'a': t('l', 1), 'm': {'deep': t('t', 1), 'raw': t('S', b'\xff')}}, 'empty-table': {}},
        {'array': [t('S', b'x'), t('I', 1), [t('d', 2.5)], {'k': t('V', None)}], 'empty-array': []},
        {'many': {('key-%02d' % i): t('l', i) for i in range(50)}},
        {longest: t('S', b'v'), 'quote"back\\slash': t('S', b'"\\/\b\f\n\r\t\x01'), '': t('S', b'no name')},
        {'says-base64': t('S', b'Not UTF-8, base64 is: AQLI')},
        {'x-delivery-count': t('l', 3), 'x-exception-message': t('S', b'no such hold')},
        {'x-redrive-count': t('l', 4), 'x-redrive-id': t('S', b'earlier')},
        {'idempotency-key': t('S', b'reserve:17:1'), 'redelivered': t('t', 1)},
    ]


def nasty_bodies():
    return [
        b'', b' ', b'\x00', b'\x00\x00\xff\xfe\xfd', b'{}', b'null', b'{"n":12345678901234567890.10,"b":1,"b":2}', b'{"broken":', b'\xef\xbb\xbf{"bom":true}', b'\xed\xa0\x80',
        b'\xc0\x80', b'caf\xe9', b'Not UTF-8, base64 is: AQLI', b'\\"\\\\/\b\f\n', b'\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', b'\x1f\x8b\x08\x00rubbish', bytes(range(256)),
        b'[' * 100_000, b'x' * 131_064, b'x' * 131_065, os.urandom(131_072), os.urandom(1_048_576), b'\x00' * 65_536, b'<img src=x>', b'AMQP\x00\x00\x09\x01', b'\xce' * 9,
    ]


def nasty_properties():
    return [
        {}, {'content_type': 'application/json', 'content_encoding': 'utf-8'}, {'content_type': '', 'type': ''}, {'priority': 0}, {'priority': 9}, {'delivery_mode': 2}, {'delivery_mode': 1},
        {'correlation_id': 'c' * 255, 'reply_to': 'amq.rabbitmq.reply', 'app_id': 'ä', 'cluster_id': 'c1', 'type': 'T'}, {'timestamp': 1796067941}, {'timestamp': 1796067941000},
    ]


def nasty():
    """Every header with every other body in turn, so that each occurs."""
    headers, bodies, others = nasty_headers(), nasty_bodies(), nasty_properties()
    for i in range(max(len(headers), len(bodies), len(others)) * 2 + 8):
        properties = dict(others[i % len(others)])
        if i % 5:
            properties['message_id'] = 'n-%d' % i
        if i % len(headers) or i % 2:
            properties['headers'] = headers[i % len(headers)]
        yield properties, bodies[i % len(bodies)]


def text(value):
    return value if value is None or isinstance(value, (int, str)) else str(value)


def describe(method, properties, body):
    kept = {name: text(getattr(properties, name)) for name in ('content_type', 'content_encoding', 'delivery_mode', 'priority', 'correlation_id', 'reply_to', 'expiration', 'message_id',
                                                               'timestamp', 'type', 'user_id', 'app_id', 'cluster_id') if getattr(properties, name) is not None}
    headers = None if properties.headers is None else {name: json.dumps(value, sort_keys=True) for name, value in properties.headers.items()}
    return json.dumps({'properties': kept, 'headers': headers, 'body': body.hex(), 'exchange': method.exchange, 'routing_key': method.routing_key, 'redelivered': method.redelivered}, sort_keys=True)


def main():
    port, command, queue = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    user, password = os.environ['JUDGE_LOGIN'].split(':')
    connection = pika.BlockingConnection(pika.ConnectionParameters('127.0.0.1', port, os.environ.get('JUDGE_VHOST', '/'), pika.PlainCredentials(user, password)))
    channel = connection.channel()
    channel.confirm_delivery()
    pika.data.decode_value = decode_value  # only now: pika reads the server's own tables at the login
    if command == 'nasty':
        count = 0
        for properties, body in nasty():
            channel.basic_publish('', queue, body, pika.BasicProperties(**properties), mandatory=True)
            count += 1
        print(count)
    elif command == 'plain':
        for i in range(int(sys.argv[4])):
            channel.basic_publish('', queue, b'body-%d' % i, pika.BasicProperties(message_id='m-%d' % i, delivery_mode=2, headers={'i': i}), mandatory=True)
    elif command == 'count':
        try:
            print(channel.queue_declare(queue, passive=True).method.message_count)
        except pika.exceptions.ChannelClosedByBroker:
            print(-1)
    elif command == 'reject':
        for _ in range(int(sys.argv[4])):
            method, _, _ = channel.basic_get(queue)
            channel.basic_reject(method.delivery_tag, requeue=False)
    else:
        last = None
        while True:
            method, properties, body = channel.basic_get(queue)
            if method is None:
                break
            last = method.delivery_tag
            print(describe(method, properties, body))
        if last and command == 'take':
            channel.basic_ack(last, multiple=True)
        elif last:
            channel.basic_nack(last, multiple=True, requeue=True)
    connection.close()


main()
