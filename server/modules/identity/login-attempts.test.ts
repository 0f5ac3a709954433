import { describe, expect, it } from 'vitest'
import { getBackoffMs, getNetwork } from './login-attempts.ts'
import { parseLoginName } from './login-name.ts'

describe('getNetwork', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::1', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('returns for %s the network %s', (ip, network) => {
    expect(getNetwork(ip)).toBe(network)
  })
})

describe('getBackoffMs with five free failures', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30_000],
    [6, 60_000],
    [9, 480_000],
    [10, 900_000],
    [2_000, 900_000],
  ])('waits after %i failures for %i ms', (failures, wait) => {
    expect(getBackoffMs(failures, { failuresBeforeBackoff: 5, maxWaitMs: 900_000 })).toBe(wait)
  })
})

describe('parseLoginName', () => {
  it.each([
    ['Admin', { name: 'admin', localPart: 'admin', isAddress: false }],
    [' Li.Na@Example.COM ', { name: 'li.na@example.com', localPart: 'li.na', isAddress: true }],
    ['a@b@c.cn', { name: 'a@b@c.cn', localPart: 'a@b', isAddress: true }],
    ['@', { name: '@', localPart: '', isAddress: true }],
  ])('parses %j', (input, name) => {
    expect(parseLoginName(input)).toEqual(name)
  })
})
