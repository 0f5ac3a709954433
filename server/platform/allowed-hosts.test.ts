import { describe, expect, it } from 'vitest'
import { canConnect, isPublicAddress, parseAllowedHosts } from './allowed-hosts.ts'
import { MAIL_PORTS } from './mail/mail-socket.ts'

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '8.8.8.8', '114.114.114.114', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['unspecified', '::'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['unique local', 'fd00::1'],
    ['unique local metadata', 'fd00:ec2::254'],
    ['link-local', '169.254.1.1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['metadata', '169.254.169.254'],
    ['Alibaba metadata', '100.100.100.200'],
    ['Azure metadata', '168.63.129.16'],
    ['Oracle metadata', '192.0.0.192'],
    ['a carrier’s NAT', '100.64.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['documentation', '2001:db8::1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1'],
    ['IPv4 in IPv6', '::ffff:7f00:1'],
    ['IPv4 in IPv6', '::ffff:10.0.0.1'],
    ['IPv4 in IPv6', '::ffff:169.254.169.254'],
    ['IPv4 in IPv6, deprecated form', '::127.0.0.1'],
    ['IPv4 by translation', '64:ff9b::7f00:1'],
    ['IPv4 by translation', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['a host name', 'localhost'],
    ['an empty text', ''],
  ])('rejects %s: %s', (_, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('canConnect', () => {
  const server = (host: string, address: string | undefined, port: number) => ({ host, address, port })
  const PUBLIC = '223.5.5.5'

  it.each<[string, ReturnType<typeof server>, boolean]>([
    ['', server('smtp.example.com', PUBLIC, 25), true],
    ['', server('smtp.example.com', PUBLIC, 465), true],
    ['', server('smtp.example.com', PUBLIC, 587), true],
    ['', server('smtp.example.com', PUBLIC, 2525), true],
    ['', server('smtp.example.com', PUBLIC, 80), false],
    ['', server('smtp.example.com', PUBLIC, 22), false],
    ['', server('rebound.example.com', '10.0.0.1', 25), false],
    ['mail.corp', server('mail.corp', '10.0.0.1', 25), true],
    ['mail.corp', server('MAIL.Corp.', '10.0.0.1', 25), true],
    ['mail.corp', server('mail.corp', '10.0.0.1', 8025), false],
    ['mail.corp', server('other.corp', '10.0.0.1', 25), false],
    ['mail.corp', server('mail.corp.example.com', '10.0.0.1', 25), false],
    ['mail.corp:8025', server('mail.corp', '10.0.0.1', 8025), true],
    ['mail.corp:8025', server('mail.corp', '10.0.0.1', 25), false],
    ['mail.corp:*', server('mail.corp', '10.0.0.1', 1), true],
    ['smtp.example.com:2526', server('smtp.example.com', PUBLIC, 2526), true],
    ['smtp.example.com:2526', server('smtp.example.com', PUBLIC, 587), true],
    ['10.1.0.0/16', server('any.corp', '10.1.2.3', 587), true],
    ['10.1.0.0/16', server('any.corp', '10.2.2.3', 587), false],
    ['10.1.0.0/16', server('any.corp', '::ffff:10.1.2.3', 587), true],
    ['10.1.2.3', server('10.1.2.3', '10.1.2.3', 25), true],
    ['', server('unresolved.example.com', undefined, 587), true],
    ['', server('unresolved.example.com', undefined, 22), false],
    ['mail.corp:8025', server('mail.corp', undefined, 8025), true],
    ['mail.corp:8025', server('other.corp', undefined, 8025), false],
    ['10.0.0.0/8:8025', server('any.corp', undefined, 8025), true],
    ['10.1.2.3', server('10.1.2.4', '10.1.2.4', 25), false],
    ['fd00::/8', server('any.corp', 'fd12::1', 25), true],
    ['fd00::/8', server('any.corp', '10.0.0.1', 25), false],
    ['[fd00::1]:8025', server('any.corp', 'fd00::1', 8025), true],
    ['::1', server('localhost', '::1', 25), true],
    ['mail.corp, 10.0.0.9', server('10.0.0.9', '10.0.0.9', 25), true],
  ])('applies the list “%s” to %j: %s', (list, target, expected) => {
    expect(canConnect(list === '' ? [] : (parseAllowedHosts(list) ?? []), target, MAIL_PORTS)).toBe(expected)
  })
})

describe('parseAllowedHosts', () => {
  it.each([
    '',
    'a b',
    'http://mail.corp',
    'mail.corp:0',
    'mail.corp:65536',
    'mail.corp:',
    'mail.corp:x',
    '10.0.0.0/33',
    '10.0.0',
    '999.1.1.1',
    'mail.corp,',
    '-mail.corp',
    'mail..corp',
    '[fd00::1',
    'user@mail.corp',
  ])('rejects “%s”', (list) => expect(parseAllowedHosts(list)).toBeUndefined())
})
