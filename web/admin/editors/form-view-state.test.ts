import { describe, expect, it } from 'vitest'
import { createFormViewState } from './form-view-state.ts'

describe('createFormViewState', () => {
  const createExpandedView = (...keys: readonly string[]) => {
    const viewState = createFormViewState()
    for (const key of keys) viewState.setExpanded(key, true)
    return viewState
  }

  const expectExpanded = (viewState: ReturnType<typeof createFormViewState>, keys: readonly string[]) => {
    for (const key of keys) expect(viewState.isExpanded(key), key).toBe(true)
  }

  it('keeps items expanded until they are collapsed', () => {
    const viewState = createExpandedView('services.0')
    expect(viewState.isExpanded('services.0')).toBe(true)
    viewState.setExpanded('services.0', false)
    expect(viewState.isExpanded('services.0')).toBe(false)
  })
  it('expands all ancestors of a revealed field', () => {
    const viewState = createFormViewState()
    viewState.reveal('主视觉', 'hero.buttons.1.link')
    expectExpanded(viewState, ['#主视觉', 'hero', 'hero.buttons', 'hero.buttons.1'])
    expect(viewState.isExpanded('hero.buttons.0')).toBe(false)
  })
  it('moves the expanded paths and the errors with a moved item', () => {
    const viewState = createExpandedView('services.0', 'services.2.points', 'hero.buttons.0')
    viewState.setErrors([{ path: 'services.0.link', message: '链接错误' }])
    viewState.handleListChange({ list: 'services', kind: 'moved', from: 0, to: 2 })
    expectExpanded(viewState, ['services.2', 'services.1.points', 'hero.buttons.0'])
    expect(viewState.isExpanded('services.0')).toBe(false)
    expect(viewState.getErrorAt('services.2.link')).toBe('链接错误')
    expect(viewState.getErrorAt('services.0.link')).toBeUndefined()
  })
  it('drops the paths and errors of a removed item, and updates those of later items', () => {
    const viewState = createExpandedView('services.0', 'services.1', 'services')
    viewState.setErrors([
      { path: 'services.0.link', message: '链接错误' },
      { path: 'services.1.link', message: '链接过长' },
    ])
    viewState.handleListChange({ list: 'services', kind: 'removed', index: 0 })
    expectExpanded(viewState, ['services', 'services.0'])
    expect(viewState.isExpanded('services.1')).toBe(false)
    expect(viewState.getErrors()).toEqual([{ path: 'services.0.link', message: '链接过长' }])
  })
  it('updates the paths of later items if a removed item is restored', () => {
    const viewState = createExpandedView('services.0', 'services.1')
    viewState.handleListChange({ list: 'services', kind: 'added', index: 1 })
    expectExpanded(viewState, ['services.0', 'services.2'])
    expect(viewState.isExpanded('services.1')).toBe(false)
  })
  it('pins the last revealed or expanded item, and updates its index if others are removed', () => {
    const viewState = createFormViewState()
    expect(viewState.getPinnedIndex('services')).toBeUndefined()
    viewState.reveal('核心服务', 'services.70.link')
    expect(viewState.getPinnedIndex('services')).toBe(70)
    expect(viewState.getPinnedIndex('services.70.points')).toBeUndefined()
    expect(viewState.getPinnedIndex('service')).toBeUndefined()
    viewState.handleListChange({ list: 'services', kind: 'removed', index: 3 })
    expect(viewState.getPinnedIndex('services')).toBe(69)
    viewState.handleListChange({ list: 'services', kind: 'removed', index: 69 })
    expect(viewState.getPinnedIndex('services')).toBeUndefined()
    viewState.expandItem('services.80')
    expect(viewState.getPinnedIndex('services')).toBe(80)
    expect(viewState.isExpanded('services.80')).toBe(true)
  })
  it('leaves a list with a similar path unchanged', () => {
    const viewState = createExpandedView('servicesMore.0')
    viewState.handleListChange({ list: 'services', kind: 'removed', index: 0 })
    expect(viewState.isExpanded('servicesMore.0')).toBe(true)
  })
})
