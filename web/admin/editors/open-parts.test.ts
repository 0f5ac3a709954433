import { describe, expect, it } from 'vitest'
import { createOpenParts } from './open-parts.ts'

describe('open parts', () => {
  const createOpened = (...parts: readonly string[]) => {
    const open = createOpenParts()
    for (const part of parts) open.toggle(part, true)
    return open
  }

  it('stay expanded until they are collapsed', () => {
    const open = createOpened('services.0')
    expect(open.isOpen('services.0')).toBe(true)
    open.toggle('services.0', false)
    expect(open.isOpen('services.0')).toBe(false)
  })
  it('expand all ancestors of a revealed field', () => {
    const open = createOpenParts()
    open.reveal('主视觉', 'hero.buttons.1.link')
    expect(['#主视觉', 'hero', 'hero.buttons', 'hero.buttons.1'].every(open.isOpen)).toBe(true)
    expect(open.isOpen('hero.buttons.0')).toBe(false)
  })
  it('follow a moved item, as do its errors', () => {
    const open = createOpened('services.0', 'services.2.points', 'hero.buttons.0')
    open.setErrors([{ path: 'services.0.link', message: '错' }])
    open.followList({ list: 'services', kind: 'moved', from: 0, to: 2 })
    expect(['services.2', 'services.1.points', 'hero.buttons.0'].every(open.isOpen)).toBe(true)
    expect(open.isOpen('services.0')).toBe(false)
    expect(open.errorAt('services.2.link')).toBe('错')
    expect(open.errorAt('services.0.link')).toBeUndefined()
  })
  it('disappear with a removed item; those of later items move up', () => {
    const open = createOpened('services.0', 'services.1', 'services')
    open.setErrors([
      { path: 'services.0.link', message: '甲' },
      { path: 'services.1.link', message: '乙' },
    ])
    open.followList({ list: 'services', kind: 'removed', index: 0 })
    expect(['services', 'services.0'].every(open.isOpen)).toBe(true)
    expect(open.isOpen('services.1')).toBe(false)
    expect(open.errors()).toEqual([{ path: 'services.0.link', message: '乙' }])
  })
  it('move down when a removed item is restored', () => {
    const open = createOpened('services.0', 'services.1')
    open.followList({ list: 'services', kind: 'added', index: 1 })
    expect(['services.0', 'services.2'].every(open.isOpen)).toBe(true)
    expect(open.isOpen('services.1')).toBe(false)
  })
  it('remember the requested item of a list, also after others moved', () => {
    const open = createOpenParts()
    expect(open.requestedIn('services')).toBeUndefined()
    open.reveal('核心服务', 'services.70.link')
    expect([open.requestedIn('services'), open.requestedIn('services.70.points'), open.requestedIn('service')]).toEqual(
      [70, undefined, undefined],
    )
    open.followList({ list: 'services', kind: 'removed', index: 3 })
    expect(open.requestedIn('services')).toBe(69)
    open.followList({ list: 'services', kind: 'removed', index: 69 })
    expect(open.requestedIn('services')).toBeUndefined()
    open.request('services.80')
    expect(open.requestedIn('services')).toBe(80)
    expect(open.isOpen('services.80')).toBe(true)
  })
  it('stay expanded in a list with a similar path', () => {
    const open = createOpened('servicesMore.0')
    open.followList({ list: 'services', kind: 'removed', index: 0 })
    expect(open.isOpen('servicesMore.0')).toBe(true)
  })
})
