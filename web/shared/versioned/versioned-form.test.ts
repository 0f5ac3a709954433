import { describe, expect, it, vi } from 'vitest'
import { failureMessage } from '../call-failure.ts'
import { createFieldEdits, fieldsInMemory, type Versioned } from './edits.ts'
import type { Saved } from './save-outcome.ts'
import { createVersionedForm, type VersionedFormOptions, type VersionedSource } from './versioned-form.ts'

type Values = { title: string; text: string; tags: readonly string[] }
const FIRST: Versioned<Values> = { value: { title: '甲', text: '一', tags: [] }, version: 1 }
const STALE = { status: 412, message: '已被他人更新' } as const
const LOST = { status: 0, message: '网络连接失败' } as const

/** Returns a server that keeps one value, and a form that edits it. */
function setUp(options: Partial<VersionedFormOptions<Values>> = {}) {
  const server = {
    kept: FIRST,
    sent: [] as number[],
    /** Somebody else saves. */
    change(fields: Partial<Values>) {
      server.kept = { value: { ...server.kept.value, ...fields }, version: server.kept.version + 1 }
    },
    /** What happens when a save comes in; the usual if nothing is said. */
    next: [] as ((value: Values, revision: Versioned<Values>) => Promise<Saved<Values>>)[],
    async accept(value: Values, revision: Versioned<Values>): Promise<Saved<Values>> {
      server.sent.push(revision.version)
      if (revision.version !== server.kept.version) return Promise.reject(STALE)
      server.kept = { value, version: revision.version + 1 }
      return { ...server.kept, message: '已保存' }
    },
  }
  const fields = fieldsInMemory(FIRST.value)
  const edits = createFieldEdits(FIRST, fields)
  const setErrors = vi.fn(() => true)
  const notices: (string | undefined)[] = []
  const form = createVersionedForm<Values>({
    binding: { edits, setErrors, showNotice: (notice) => notices.push(notice?.text) },
    source: {
      read: async () => server.kept,
      save: async (value, revision) => (server.next.shift() ?? server.accept)(value, revision),
      savedMessage: '原来已保存',
      describeFailure: (error) => failureMessage(error, '保存失败'),
      describeNewerFailure: () => '读取失败',
    },
    ...options,
  })
  const type = (change: Partial<Values>) => {
    fields.show({ ...fields.read(), ...change })
    edits.edited()
  }
  return { server, form, edits, fields, type, setErrors, notices }
}

it('is dirty while it differs from what was loaded', () => {
  const { edits, type } = setUp()
  type({ title: '乙' })
  expect(edits.get().isDirty).toBe(true)
  type({ title: '甲' })
  expect(edits.get().isDirty).toBe(false)
})

it('saves over the version that it was made on, and takes what the server made of it', async () => {
  const { server, form, edits, fields, type, notices } = setUp()
  server.next.push(async (value) => ({
    value: { ...value, title: value.title.trim() },
    version: 2,
    message: '已保存',
  }))
  type({ title: ' 乙 ' })
  await form.save()
  expect([edits.get(), fields.read().title]).toEqual([
    { loaded: { value: { title: '乙', text: '一', tags: [] }, version: 2 }, isDirty: false },
    '乙',
  ])
  expect([form.get().notice, notices]).toEqual([{ kind: 'success', text: '已保存' }, [undefined, '已保存']])
})

it('keeps as an edit what was typed while it was saved, beside what the server made of the rest', async () => {
  const { server, form, edits, fields, type } = setUp()
  server.next.push(async (value) => {
    type({ text: '一二' })
    return { value: { ...value, title: '乙' }, version: 2, message: '已保存' }
  })
  type({ title: '乙 ' })
  await form.save()
  expect([fields.read(), edits.get().isDirty]).toEqual([{ title: '乙', text: '一二', tags: [] }, true])
})

it('saves once, however often it is asked while a save is under way', async () => {
  const { server, form, type } = setUp()
  type({ title: '乙' })
  await Promise.all([form.save(), form.save()])
  expect(server.sent).toEqual([1])
})

describe('after somebody else saved first', () => {
  it('shows both versions side by side, and saves over theirs what is chosen', async () => {
    const { server, form, edits, fields, type } = setUp()
    server.change({ title: '丙', text: '二' })
    type({ title: '乙' })
    await form.save()
    expect(form.get()).toMatchObject({
      conflict: { version: 2, versions: { base: FIRST.value, mine: { title: '乙' }, theirs: { title: '丙' } } },
      notice: null,
      activity: 'none',
    })
    expect([fields.read(), server.kept.value.title]).toEqual([{ title: '乙', text: '一', tags: [] }, '丙'])
    await form.saveMerged({ title: '乙', text: '二', tags: [] })
    expect([server.kept, server.sent]).toEqual([{ value: { title: '乙', text: '二', tags: [] }, version: 3 }, [1, 2]])
    expect([form.get().conflict, edits.get().isDirty]).toEqual([null, false])
  })

  it('shows also what was typed while the save was under way', async () => {
    const { server, form, type } = setUp()
    server.next.push(() => {
      type({ text: '打字中' })
      return Promise.reject(STALE)
    })
    server.change({ title: '丙' })
    type({ title: '乙' })
    await form.save()
    expect(form.get().conflict?.versions.mine).toEqual({ title: '乙', text: '打字中', tags: [] })
  })

  it('shows a third version beside what was merged of the first two', async () => {
    const { server, form, type } = setUp()
    server.change({ title: '丙' })
    type({ title: '乙' })
    await form.save()
    server.change({ title: '丁', text: '三' })
    await form.saveMerged({ title: '乙丙', text: '一', tags: [] })
    expect(form.get().conflict).toEqual({
      version: 3,
      versions: {
        base: { title: '丙', text: '一', tags: [] },
        mine: { title: '乙丙', text: '一', tags: [] },
        theirs: { title: '丁', text: '三', tags: [] },
      },
    })
    await form.saveMerged({ title: '乙丙丁', text: '三', tags: [] })
    expect(server.kept).toEqual({ value: { title: '乙丙丁', text: '三', tags: [] }, version: 4 })
  })

  it('keeps the edits when the comparison is closed, and compares anew with the next save', async () => {
    const { server, form, fields, type } = setUp()
    server.change({ title: '丙' })
    type({ title: '乙' })
    await form.save()
    form.closeConflict()
    expect([form.get().conflict, fields.read().title]).toEqual([null, '乙'])
    await form.save()
    expect(form.get().conflict?.versions.mine.title).toBe('乙')
  })

  it('asks nothing if they changed nothing of what the form holds', async () => {
    const { server, form, type } = setUp()
    server.change({})
    type({ title: '乙' })
    await form.save()
    expect([server.kept.value.title, server.sent, form.get().notice?.text]).toEqual(['乙', [1, 2], '已保存'])
  })

  it('says so and gives up if the newest version is the one that was refused', async () => {
    const { server, form, type } = setUp()
    server.next.push(() => Promise.reject(STALE))
    type({ title: '乙' })
    await form.save()
    expect(form.get()).toMatchObject({ notice: { kind: 'failure', text: '已被他人更新' }, conflict: null })
  })

  it('says why their version can’t be had, and loses nothing', async () => {
    const source: VersionedSource<Values> = {
      read: () => Promise.reject(LOST),
      save: () => Promise.reject(STALE),
      savedMessage: '',
      describeFailure: () => '读取失败',
    }
    const { form, fields, type } = setUp({ source })
    type({ title: '乙' })
    await form.save()
    expect([form.get().notice?.text, fields.read().title]).toEqual(['读取失败', '乙'])
  })
})

describe('after a save whose reply was lost', () => {
  const loseReply = ({ server }: ReturnType<typeof setUp>) =>
    server.next.push(async (value, revision) => {
      await server.accept(value, revision)
      return Promise.reject(LOST)
    })

  it('the next one finds its own version, and counts as saved', async () => {
    const database = setUp()
    const { server, form, edits, type } = database
    loseReply(database)
    type({ title: '乙' })
    await form.save()
    expect([form.get().notice, edits.get().isDirty]).toEqual([{ kind: 'failure', text: '网络连接失败' }, true])
    await form.save()
    expect(form.get()).toMatchObject({ notice: { kind: 'success', text: '原来已保存' }, conflict: null })
    expect([server.kept.version, edits.get()]).toEqual([2, { loaded: server.kept, isDirty: false }])
  })

  it('the next one saves what was typed since over its own version', async () => {
    const database = setUp()
    const { server, form, edits, type } = database
    loseReply(database)
    type({ title: '乙' })
    await form.save()
    type({ text: '后来' })
    await form.save()
    expect([server.kept, server.sent, edits.get().isDirty]).toEqual([
      { value: { title: '乙', text: '后来', tags: [] }, version: 3 },
      [1, 1, 2],
      false,
    ])
    expect(form.get()).toMatchObject({ notice: { kind: 'success' }, conflict: null })
  })

  it('somebody else’s change on top of it is compared', async () => {
    const database = setUp()
    const { server, form, type } = database
    loseReply(database)
    type({ title: '乙' })
    await form.save()
    server.change({ text: '他' })
    await form.save()
    expect(form.get().conflict?.versions).toMatchObject({ mine: { title: '乙' }, theirs: { title: '乙', text: '他' } })
  })
})

describe('field errors', () => {
  it('is shown at its fields, and nothing is sent', async () => {
    const errors = [{ path: 'title', message: '必填' }]
    const { server, form, setErrors, type } = setUp({ check: ({ title }) => (title === '' ? errors : []) })
    type({ title: '' })
    await form.save()
    expect([setErrors.mock.lastCall, form.get().refusals, server.sent]).toEqual([[errors], 1, []])
    type({ title: '乙' })
    await form.save()
    expect([setErrors.mock.lastCall, form.get().refusals, server.sent]).toEqual([[[]], 1, [1]])
  })

  it.each([
    [true, null],
    [false, { kind: 'failure', text: '保存失败' }],
  ])('is told by the server; the fields say all: %s', async (isAllSaid, notice) => {
    const { server, form, edits, setErrors, type } = setUp()
    const errors = [{ path: 'title', message: '太长' }]
    setErrors.mockReturnValueOnce(true).mockReturnValueOnce(isAllSaid)
    server.next.push(() => Promise.reject({ status: 400, errors, message: '保存失败' }))
    type({ title: '乙' })
    await form.save()
    expect([form.get().notice, form.get().refusals, edits.get().isDirty]).toEqual([notice, 1, true])
  })
})

it('shows the server’s errors by the form’s own paths, if those differ', async () => {
  const source: VersionedSource<Values> = {
    read: async () => FIRST,
    save: () => Promise.reject({ status: 400, errors: [{ path: 'tags.0', message: '重复' }], message: '保存失败' }),
    toFormErrors: (errors, { title }) => errors.map(({ message }) => ({ path: `tag-${title}`, message })),
    savedMessage: '',
    describeFailure: () => '保存失败',
  }
  const { form, setErrors, type } = setUp({ source })
  type({ title: '乙' })
  await form.save()
  expect(setErrors.mock.lastCall).toEqual([[{ path: 'tag-乙', message: '重复' }]])
})

it('shows one outcome at a time', async () => {
  const { server, form, type, notices } = setUp()
  type({ title: '乙' })
  await form.save()
  server.next.push(() => Promise.reject(LOST))
  type({ title: '丙' })
  await form.save()
  expect(notices).toEqual([undefined, '已保存', undefined, '网络连接失败'])
  expect(form.get().notice).toEqual({ kind: 'failure', text: '网络连接失败' })
})

describe('a form that saves itself', () => {
  it('merges what does not contradict, and saves it over theirs', async () => {
    const { server, form, fields, type } = setUp({ mergesAlone: true })
    server.change({ title: '丙' })
    type({ text: '我的' })
    await form.save()
    expect([server.kept.value, fields.read()]).toEqual([
      { title: '丙', text: '我的', tags: [] },
      { title: '丙', text: '我的', tags: [] },
    ])
  })

  it('waits where both changed the same, and goes on being edited', async () => {
    const { server, form, fields, type } = setUp({ mergesAlone: true })
    server.change({ title: '丙' })
    type({ title: '乙' })
    await form.save()
    expect(form.get()).toMatchObject({ newer: { version: 2 }, conflict: null, notice: null })
    type({ title: '乙乙' })
    server.change({ text: '再改' })
    await form.compare()
    expect(form.get().conflict).toMatchObject({ version: 3, versions: { mine: { title: '乙乙' }, base: FIRST.value } })
    await form.saveMerged({ title: '乙乙', text: '再改', tags: [] })
    expect([form.get().newer, server.kept.value, fields.read().title]).toEqual([
      null,
      { title: '乙乙', text: '再改', tags: [] },
      '乙乙',
    ])
  })

  it('takes in what is read by the way, and leaves what is being typed', () => {
    const { form, fields, edits, type } = setUp({ mergesAlone: true })
    type({ title: '写到一半' })
    form.openConflict({ value: { title: '甲', text: '他', tags: [] }, version: 2 })
    expect([fields.read(), edits.get().isDirty]).toEqual([{ title: '写到一半', text: '他', tags: [] }, true])
    form.openConflict(FIRST)
    expect(edits.get().loaded.version).toBe(2)
    form.openConflict({ value: { title: '他的', text: '他', tags: [] }, version: 3 })
    expect([form.get().newer?.version, fields.read().title]).toEqual([3, '写到一半'])
  })
})

it('continues from a newer version that says the same', () => {
  const { form, edits, type } = setUp()
  type({ title: '乙' })
  form.openConflict({ value: FIRST.value, version: 2 })
  expect([form.get().newer, edits.get()]).toEqual([null, { loaded: { value: FIRST.value, version: 2 }, isDirty: true }])
})

it('gives the edits up, or reads the newest instead', async () => {
  const { server, form, edits, fields, type } = setUp()
  type({ title: '乙' })
  form.discard()
  expect([fields.read(), edits.get().isDirty]).toEqual([FIRST.value, false])
  server.change({ title: '丙' })
  type({ title: '乙' })
  await form.reload()
  expect([fields.read().title, edits.get()]).toEqual(['丙', { loaded: server.kept, isDirty: false }])
})

it('does another act over the loaded version; who was late sees theirs, and keeps the edits', async () => {
  const { server, form, fields, type } = setUp()
  const empty = { title: '', text: '', tags: [] }
  const reset = async (revision: Versioned<Values>) => server.accept(empty, revision)
  type({ title: '乙' })
  server.change({ text: '他' })
  await form.perform(reset, (error) => failureMessage(error, '重置失败'))
  expect([form.get().notice, fields.read()]).toEqual([
    { kind: 'failure', text: '已被他人更新' },
    { title: '乙', text: '他', tags: [] },
  ])
  await form.perform(reset, (error) => failureMessage(error, '重置失败'))
  expect([server.kept.value, fields.read()]).toEqual([empty, empty])
})

describe('undoing', () => {
  it('undoes step by step, also past a save', async () => {
    const { form, edits, fields, type, server } = setUp()
    type({ title: '乙' })
    type({ text: '二' })
    edits.undo()
    expect(fields.read()).toEqual({ title: '乙', text: '一', tags: [] })
    await form.save()
    edits.undo()
    expect([fields.read(), edits.get()]).toEqual([
      FIRST.value,
      { loaded: { value: { title: '乙', text: '一', tags: [] }, version: 2 }, isDirty: true },
    ])
    await form.save()
    expect([server.kept.value, server.sent]).toEqual([FIRST.value, [1, 2]])
  })

  it('takes a merge back to the version before it, so that the next save compares again', async () => {
    const { server, form, edits, fields, type } = setUp()
    server.change({ title: '丙' })
    type({ title: '乙' })
    await form.save()
    await form.saveMerged({ title: '丙', text: '一', tags: ['合并'] })
    edits.undo()
    expect([fields.read().title, edits.get().loaded.version]).toEqual(['乙', 1])
    await form.save()
    expect(form.get().conflict?.versions).toMatchObject({ base: FIRST.value, mine: { title: '乙' } })
  })

  it('takes a restored draft back, and a draft names the version that it was made on', () => {
    const { edits, fields, type } = setUp()
    type({ title: '乙' })
    const draft = { ...edits.unsaved(), loaded: edits.get().loaded }
    edits.load({ value: { title: '新', text: '新', tags: [] }, version: 4 })
    edits.restore(draft)
    expect([fields.read().title, edits.get()]).toEqual(['乙', { loaded: FIRST, isDirty: true }])
    edits.undo()
    expect([fields.read().title, edits.get().loaded.version, edits.get().isDirty]).toEqual(['新', 4, false])
  })
})
