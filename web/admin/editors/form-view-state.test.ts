import { describe, expect, it } from 'vitest'
import { createFormViewState } from './form-view-state.ts'

describe('createFormViewState', () => {
  const createExpandedView = (...keys: readonly string[]) => {
    const view = createFormViewState()
    for (const key of keys) view.setExpanded(key, true)
    return view
  }

  it('keeps items expanded until they are collapsed', () => {
    const view = createExpandedView('services.0')
    expect(view.isExpanded('services.0')).toBe(true)
    view.setExpanded('services.0', false)
    expect(view.isExpanded('services.0')).toBe(false)
  })
  it('expands all ancestors of a revealed field', () => {
    const view = createFormViewState()
    view.reveal('主视觉', 'hero.buttons.1.link')
    expect(['#主视觉', 'hero', 'hero.buttons', 'hero.buttons.1'].every(view.isExpanded)).toBe(true)
    expect(view.isExpanded('hero.buttons.0')).toBe(false)
  })
  it('moves the expanded paths and the errors with a moved item', () => {
    const view = createExpandedView('services.0', 'services.2.points', 'hero.buttons.0')
    view.setErrors([{ path: 'services.0.link', message: '链接错误' }])
    view.handleListChange({ list: 'services', kind: 'moved', from: 0, to: 2 })
    expect(['services.2', 'services.1.points', 'hero.buttons.0'].every(view.isExpanded)).toBe(true)
    expect(view.isExpanded('services.0')).toBe(false)
    expect(view.getErrorAt('services.2.link')).toBe('链接错误')
    expect(view.getErrorAt('services.0.link')).toBeUndefined()
  })
  it('drops the paths and errors of a removed item, and updates those of later items', () => {
    const view = createExpandedView('services.0', 'services.1', 'services')
    view.setErrors([
      { path: 'services.0.link', message: '链接错误' },
      { path: 'services.1.link', message: '链接过长' },
    ])
    view.handleListChange({ list: 'services', kind: 'removed', index: 0 })
    expect(['services', 'services.0'].every(view.isExpanded)).toBe(true)
    expect(view.isExpanded('services.1')).toBe(false)
    expect(view.getErrors()).toEqual([{ path: 'services.0.link', message: '链接过长' }])
  })
  it('updates the paths of later items if a removed item is restored', () => {
    const view = createExpandedView('services.0', 'services.1')
    view.handleListChange({ list: 'services', kind: 'added', index: 1 })
    expect(['services.0', 'services.2'].every(view.isExpanded)).toBe(true)
    expect(view.isExpanded('services.1')).toBe(false)
  })
  it('pins the last revealed or expanded item, and updates its index if others are removed', () => {
    const view = createFormViewState()
    expect(view.getPinnedIndex('services')).toBeUndefined()
    view.reveal('核心服务', 'services.70.link')
    expect([
      view.getPinnedIndex('services'),
      view.getPinnedIndex('services.70.points'),
      view.getPinnedIndex('service'),
    ]).toEqual([70, undefined, undefined])
    view.handleListChange({ list: 'services', kind: 'removed', index: 3 })
    expect(view.getPinnedIndex('services')).toBe(69)
    view.handleListChange({ list: 'services', kind: 'removed', index: 69 })
    expect(view.getPinnedIndex('services')).toBeUndefined()
    view.expandItem('services.80')
    expect(view.getPinnedIndex('services')).toBe(80)
    expect(view.isExpanded('services.80')).toBe(true)
  })
  it('leaves a list with a similar path unchanged', () => {
    const view = createExpandedView('servicesMore.0')
    view.handleListChange({ list: 'services', kind: 'removed', index: 0 })
    expect(view.isExpanded('servicesMore.0')).toBe(true)
  })
})
