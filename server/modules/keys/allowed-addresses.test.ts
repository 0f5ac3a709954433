import { describe, expect, it } from 'vitest'
import { isAllowedAddress } from './allowed-addresses.ts'

describe('isAllowedAddress', () => {
  it.each([
    ['any address if none is listed', [], '203.0.113.8', true],
    ['the listed address', ['203.0.113.8'], '203.0.113.8', true],
    ['another address', ['203.0.113.8'], '203.0.113.9', false],
    ['an address of the network', ['10.0.0.0/8'], '10.200.3.4', true],
    ['an address beside the network', ['10.0.0.0/8'], '11.0.0.1', false],
    ['the address in an IPv6 socket', ['203.0.113.8'], '::ffff:203.0.113.8', true],
    ['the address listed as an IPv6 socket reports it', ['::ffff:203.0.113.8'], '203.0.113.8', true],
    ['another address in an IPv6 socket', ['203.0.113.8'], '::ffff:203.0.113.9', false],
    ['the listed IPv6 address, written in another way', ['2001:db8::1'], '2001:db8:0:0:0:0:0:1', true],
    ['an address of the IPv6 network', ['2001:db8::/32'], '2001:db8:1::9', true],
    ['an address beside the IPv6 network', ['2001:db8::/32'], '2001:db9::1', false],
    ['an IPv4 address if only IPv6 is listed', ['::/0'], '203.0.113.8', false],
    ['an address that is none', ['10.0.0.0/8'], 'unknown', false],
  ])('decides about %s', (_, allowed, address, expected) => {
    expect(isAllowedAddress(allowed, address)).toBe(expected)
  })
})
