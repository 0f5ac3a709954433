import { describe, expect, it } from 'vitest'
import { moved } from '../parts/json-path.ts'
import { createOpenParts, indexAfterMove, indexAfterRemoval } from './open-parts.ts'

const LETTERS = ['a', 'b', 'c', 'd']

describe('indexAfterMove', () => {
  it.each(LETTERS.flatMap((_, from) => LETTERS.map((_, to) => [from, to] as const)))('%i to %i', (from, to) => {
    const findPlace = indexAfterMove(from, to)
    const placed = LETTERS.map((_, index) => moved(LETTERS, from, to)[findPlace(index) ?? -1])
    expect(placed).toEqual(LETTERS)
  })
})

describe('open parts', () => {
  const createOpened = (...parts: readonly string[]) => {
    const open = createOpenParts()
    for (const part of parts) open.toggle(part, true)
    return open
  }

  it('are open until they are closed', () => {
    const open = createOpened('services.0')
    expect(open.isOpen('services.0')).toBe(true)
    open.toggle('services.0', false)
    expect(open.isOpen('services.0')).toBe(false)
  })
  it('reveal all on the way to a field', () => {
    const open = createOpenParts()
    open.reveal('主视觉', 'hero.buttons.1.link')
    expect(['#主视觉', 'hero', 'hero.buttons', 'hero.buttons.1'].every(open.isOpen)).toBe(true)
    expect(open.isOpen('hero.buttons.0')).toBe(false)
  })
  it('go along with a moved item, and with what is wrong in it', () => {
    const open = createOpened('services.0', 'services.2.points', 'hero.buttons.0')
    open.setErrors([{ path: 'services.0.link', message: '错' }])
    open.remapItems('services', indexAfterMove(0, 2))
    expect(['services.2', 'services.1.points', 'hero.buttons.0'].every(open.isOpen)).toBe(true)
    expect(open.isOpen('services.0')).toBe(false)
    expect(open.errorAt('services.2.link')).toBe('错')
    expect(open.errorAt('services.0.link')).toBeUndefined()
  })
  it('are gone with a removed item; those behind it move up', () => {
    const open = createOpened('services.0', 'services.1', 'services')
    open.setErrors([
      { path: 'services.0.link', message: '甲' },
      { path: 'services.1.link', message: '乙' },
    ])
    open.remapItems('services', indexAfterRemoval(0))
    expect(['services', 'services.0'].every(open.isOpen)).toBe(true)
    expect(open.isOpen('services.1')).toBe(false)
    expect(open.errors()).toEqual([{ path: 'services.0.link', message: '乙' }])
  })
  it('know which item of a list was asked for, also after others moved', () => {
    const open = createOpenParts()
    expect(open.requestedIn('services')).toBeUndefined()
    open.reveal('核心服务', 'services.70.link')
    expect([open.requestedIn('services'), open.requestedIn('services.70.points'), open.requestedIn('service')]).toEqual(
      [70, undefined, undefined],
    )
    open.remapItems('services', indexAfterRemoval(3))
    expect(open.requestedIn('services')).toBe(69)
    open.remapItems('services', indexAfterRemoval(69))
    expect(open.requestedIn('services')).toBeUndefined()
    open.request('services.80')
    expect(open.requestedIn('services')).toBe(80)
    expect(open.isOpen('services.80')).toBe(true)
  })
  it('of a list with a like name stay', () => {
    const open = createOpened('servicesMore.0')
    open.remapItems('services', indexAfterRemoval(0))
    expect(open.isOpen('servicesMore.0')).toBe(true)
  })
})
