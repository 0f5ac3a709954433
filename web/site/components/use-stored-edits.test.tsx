import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../session/session.ts'
import { useStoredEdits } from './use-stored-edits.ts'

type Named = { name: string }

const NEWEST = { value: { name: '已保存' }, version: 1 }
const isNamed = (value: unknown): value is Named => typeof Object(value).name === 'string'

function Name() {
  const { value } = useStoredEdits<Named>({
    storageKey: 'edits',
    isValue: isNamed,
    newest: NEWEST,
    resource: {
      read: async () => NEWEST,
      save: async (value) => ({ value, version: 2, message: '' }),
      savedMessage: '',
      getErrorMessage: () => '',
    },
    showNotice() {},
  })
  return value.name
}

function renderFor(id: string): string {
  const user = {
    _id: id,
    username: id,
    name: id,
    email: `${id}@example.com`,
    role: 'member',
    status: 'active',
  } as const
  const details = { company: '', position: '', phone: '', createdAt: '2026-01-01T00:00:00.000Z', lastLogin: null }
  setSignedIn({ ...user, ...details, mustChangePassword: false }, `token of ${id}`, null)
  return renderToString(<Name />)
}

it('restores the edits of whoever made them, and not those of a colleague in the same tab', () => {
  const edits = { at: Date.now(), value: { value: { name: '未保存' }, text: null, loaded: NEWEST } }
  const getItem = (key: string) => (key === 'edits.anna' ? JSON.stringify(edits) : null)
  vi.stubGlobal('sessionStorage', { getItem, setItem: vi.fn(), removeItem: vi.fn() })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: vi.fn(), removeItem: vi.fn() })
  // The session is also that of other test files.
  onTestFinished(setSignedOut)
  expect(renderFor('anna')).toBe('未保存')
  expect(renderFor('ben')).toBe('已保存')
})
