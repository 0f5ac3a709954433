import { describe, expect, it, vi } from 'vitest'
import { toErrorMessage } from '../call-error.ts'
import { createFieldEdits, createInMemoryFields, type Versioned } from './edits.ts'
import { createSaveController } from './save-controller.ts'
import type { SaveOptions } from './save-edits.ts'
import type { Saved } from './save-outcome.ts'
import type { VersionedResource } from './versioned-resource.ts'

type Values = { title: string; text: string; tags: readonly string[] }
const FIRST: Versioned<Values> = { value: { title: '原标题', text: '原正文', tags: [] }, version: 1 }
const STALE = { status: 412, message: '已被他人更新' } as const
const NETWORK_FAILURE = { status: 0, message: '网络连接失败' } as const

/** Returns a server that stores one value, and a form that edits it. */
function setUp(options: Partial<SaveOptions<Values>> = {}) {
  const server = {
    stored: FIRST,
    isReadable: true,
    sent: [] as number[],
    /** Saves as another user. */
    change(fields: Partial<Values>) {
      server.stored = { value: { ...server.stored.value, ...fields }, version: server.stored.version + 1 }
    },
    /** Queued reactions to saves; without any, a save is accepted. */
    next: [] as ((value: Values, base: Versioned<Values>) => Promise<Saved<Values>>)[],
    async accept(value: Values, base: Versioned<Values>): Promise<Saved<Values>> {
      server.sent.push(base.version)
      if (base.version !== server.stored.version) return Promise.reject(STALE)
      server.stored = { value, version: base.version + 1 }
      return { ...server.stored, message: '已保存' }
    },
  }
  const fields = createInMemoryFields(FIRST.value)
  const edits = createFieldEdits(FIRST, fields)
  const setErrors = vi.fn(() => true)
  const notices: (string | undefined)[] = []
  const controller = createSaveController<Values>({
    binding: { edits, setErrors, showNotice: (notice) => notices.push(notice?.text) },
    resource: {
      read: async () => (server.isReadable ? server.stored : Promise.reject(NETWORK_FAILURE)),
      save: async (value, base) => (server.next.shift() ?? server.accept)(value, base),
      savedMessage: '原来已保存',
      getErrorMessage: (error) => toErrorMessage(error, '保存失败'),
      getCompareErrorMessage: () => '读取失败',
    },
    ...options,
  })
  const type = (change: Partial<Values>) => {
    fields.write({ ...fields.read(), ...change })
    edits.recordChange()
  }
  return { server, controller, edits, fields, type, setErrors, notices }
}

it('is dirty while it differs from the loaded value', () => {
  const { edits, type } = setUp()
  type({ title: '我的标题' })
  expect(edits.get().isDirty).toBe(true)
  type({ title: '原标题' })
  expect(edits.get().isDirty).toBe(false)
})

it('saves based on the loaded version, and adopts the value that the server stored', async () => {
  const { server, controller, edits, fields, type, notices } = setUp()
  server.next.push(async (value) => ({
    value: { ...value, title: value.title.trim() },
    version: 2,
    message: '已保存',
  }))
  type({ title: ' 我的标题 ' })
  await controller.save()
  expect(edits.get()).toEqual({
    loaded: { value: { title: '我的标题', text: '原正文', tags: [] }, version: 2 },
    isDirty: false,
  })
  expect(fields.read().title).toBe('我的标题')
  expect(controller.get().notice).toEqual({ kind: 'success', text: '已保存' })
  expect(notices).toEqual([undefined, '已保存'])
})

it('keeps what was typed during a save as an edit, and adopts the rest from the server', async () => {
  const { server, controller, edits, fields, type } = setUp()
  server.next.push(async (value) => {
    type({ text: '原正文，未完' })
    return { value: { ...value, title: '我的标题' }, version: 2, message: '已保存' }
  })
  type({ title: '我的标题 ' })
  await controller.save()
  expect(fields.read()).toEqual({ title: '我的标题', text: '原正文，未完', tags: [] })
  expect(edits.get().isDirty).toBe(true)
})

it('saves once, however often it is called during a save', async () => {
  const { server, controller, type } = setUp()
  type({ title: '我的标题' })
  await Promise.all([controller.save(), controller.save()])
  expect(server.sent).toEqual([1])
})

describe('after someone else saved first', () => {
  it('shows both versions, and saves the selection over theirs', async () => {
    const { server, controller, edits, fields, type } = setUp()
    server.change({ title: '他人的标题', text: '新正文' })
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get()).toMatchObject({
      conflict: {
        version: 2,
        versions: { base: FIRST.value, mine: { title: '我的标题' }, theirs: { title: '他人的标题' } },
      },
      notice: null,
      activity: 'none',
    })
    expect(fields.read()).toEqual({ title: '我的标题', text: '原正文', tags: [] })
    expect(server.stored.value.title).toBe('他人的标题')
    await controller.saveMerged({ title: '我的标题', text: '新正文', tags: [] })
    expect({ stored: server.stored, sent: server.sent }).toEqual({
      stored: { value: { title: '我的标题', text: '新正文', tags: [] }, version: 3 },
      sent: [1, 2],
    })
    expect(controller.get().conflict).toBeNull()
    expect(edits.get().isDirty).toBe(false)
  })

  it('also shows what was typed during the save', async () => {
    const { server, controller, type } = setUp()
    server.next.push(() => {
      type({ text: '打字中' })
      return Promise.reject(STALE)
    })
    server.change({ title: '他人的标题' })
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get().conflict?.versions.mine).toEqual({ title: '我的标题', text: '打字中', tags: [] })
  })

  it('compares a third version with the merge of the first two', async () => {
    const { server, controller, type } = setUp()
    server.change({ title: '他人的标题' })
    type({ title: '我的标题' })
    await controller.save()
    server.change({ title: '他人改过的标题', text: '更新的正文' })
    await controller.saveMerged({ title: '合并的标题', text: '原正文', tags: [] })
    expect(controller.get().conflict).toEqual({
      version: 3,
      versions: {
        base: { title: '他人的标题', text: '原正文', tags: [] },
        mine: { title: '合并的标题', text: '原正文', tags: [] },
        theirs: { title: '他人改过的标题', text: '更新的正文', tags: [] },
      },
    })
    await controller.saveMerged({ title: '再次合并的标题', text: '更新的正文', tags: [] })
    expect(server.stored).toEqual({ value: { title: '再次合并的标题', text: '更新的正文', tags: [] }, version: 4 })
  })

  it('saves the merged value after an autosave that is running', async () => {
    const { server, controller, type } = setUp()
    server.change({ title: '他人的标题' })
    type({ title: '我的标题' })
    await controller.save()
    const autosave = controller.save()
    await controller.saveMerged({ title: '合并的标题', text: '原正文', tags: [] })
    await autosave
    expect(server.stored.value.title).toBe('合并的标题')
    expect(controller.get()).toMatchObject({ conflict: null, activity: 'none' })
  })

  it('keeps the edits when the comparison is closed, and compares again on the next save', async () => {
    const { server, controller, fields, type } = setUp()
    server.change({ title: '他人的标题' })
    type({ title: '我的标题' })
    await controller.save()
    controller.closeConflict()
    expect(controller.get().conflict).toBeNull()
    expect(fields.read().title).toBe('我的标题')
    await controller.save()
    expect(controller.get().conflict?.versions.mine.title).toBe('我的标题')
  })

  it('skips the comparison if they changed nothing that the form contains', async () => {
    const { server, controller, type } = setUp()
    server.change({})
    type({ title: '我的标题' })
    await controller.save()
    expect(server.stored.value.title).toBe('我的标题')
    expect(server.sent).toEqual([1, 2])
    expect(controller.get().notice?.text).toBe('已保存')
  })

  it('reports the failure if the rejected base version is the latest one', async () => {
    const { server, controller, type } = setUp()
    server.next.push(() => Promise.reject(STALE))
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get()).toMatchObject({ notice: { kind: 'failure', text: '已被他人更新' }, conflict: null })
  })

  it("reports why their version can't be loaded, and keeps the edits", async () => {
    const resource: VersionedResource<Values> = {
      read: () => Promise.reject(NETWORK_FAILURE),
      save: () => Promise.reject(STALE),
      savedMessage: '',
      getErrorMessage: () => '读取失败',
    }
    const { controller, fields, type } = setUp({ resource })
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get().notice?.text).toBe('读取失败')
    expect(fields.read().title).toBe('我的标题')
  })
})

describe('after a save whose reply lacks the version', () => {
  const INCOMPLETE = { status: 200, message: '服务器的回复不完整' } as const

  it('reads the stored version, and is saved', async () => {
    const { server, controller, edits, type } = setUp()
    server.next.push(async (value, base) => {
      await server.accept(value, base)
      return Promise.reject(INCOMPLETE)
    })
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get().notice).toEqual({ kind: 'success', text: '原来已保存' })
    expect(edits.get()).toEqual({ loaded: server.stored, isDirty: false })
  })

  it('shows a failure if the server has stored nothing', async () => {
    const { server, controller, edits, type } = setUp()
    server.next.push(() => Promise.reject(INCOMPLETE))
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get().notice).toEqual({ kind: 'failure', text: INCOMPLETE.message })
    expect(edits.get().isDirty).toBe(true)
  })

  it("recognizes its own version on the next save if it can't be read now", async () => {
    const { server, controller, edits, type } = setUp()
    server.next.push(async (value, base) => {
      await server.accept(value, base)
      return Promise.reject(INCOMPLETE)
    })
    server.isReadable = false
    type({ title: '我的标题' })
    await controller.save()
    server.isReadable = true
    type({ text: '新正文' })
    await controller.save()
    expect(controller.get().conflict).toBeNull()
    expect(edits.get().isDirty).toBe(false)
  })
})

describe('after a save whose reply was lost', () => {
  const dropNextReply = ({ server }: ReturnType<typeof setUp>) =>
    server.next.push(async (value, base) => {
      await server.accept(value, base)
      return Promise.reject(NETWORK_FAILURE)
    })

  it('recognizes its own version on the next save, and counts as saved', async () => {
    const setup = setUp()
    const { server, controller, edits, type } = setup
    dropNextReply(setup)
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get().notice).toEqual({ kind: 'failure', text: '网络连接失败' })
    expect(edits.get().isDirty).toBe(true)
    await controller.save()
    expect(controller.get()).toMatchObject({ notice: { kind: 'success', text: '原来已保存' }, conflict: null })
    expect(server.stored.version).toBe(2)
    expect(edits.get()).toEqual({ loaded: server.stored, isDirty: false })
  })

  it('saves what was typed since over its own version', async () => {
    const setup = setUp()
    const { server, controller, edits, type } = setup
    dropNextReply(setup)
    type({ title: '我的标题' })
    await controller.save()
    type({ text: '后来' })
    await controller.save()
    expect(server.stored).toEqual({ value: { title: '我的标题', text: '后来', tags: [] }, version: 3 })
    expect(server.sent).toEqual([1, 1, 2])
    expect(edits.get().isDirty).toBe(false)
    expect(controller.get()).toMatchObject({ notice: { kind: 'success' }, conflict: null })
  })

  it("shows someone else's later change for comparison", async () => {
    const setup = setUp()
    const { server, controller, type } = setup
    dropNextReply(setup)
    type({ title: '我的标题' })
    await controller.save()
    server.change({ text: '他人的正文' })
    await controller.save()
    expect(controller.get().conflict?.versions).toMatchObject({
      mine: { title: '我的标题' },
      theirs: { title: '我的标题', text: '他人的正文' },
    })
  })
})

describe('field errors', () => {
  it('appear at their fields, and nothing is sent', async () => {
    const errors = [{ path: 'title', message: '必填' }]
    const { server, controller, setErrors, type } = setUp({ validate: ({ title }) => (title === '' ? errors : []) })
    type({ title: '' })
    await controller.save()
    expect(setErrors.mock.lastCall).toEqual([errors])
    expect(controller.get().rejectionCount).toBe(1)
    expect(server.sent).toEqual([])
    type({ title: '我的标题' })
    await controller.save()
    expect(setErrors.mock.lastCall).toEqual([[]])
    expect(controller.get().rejectionCount).toBe(1)
    expect(server.sent).toEqual([1])
  })

  it('become a message if the form has no fields for them, and nothing is sent', async () => {
    const errors = ['起止时间相反', '起止时间相反', '名额已满'].map((message, index) => ({ path: `${index}`, message }))
    const { server, controller, setErrors, type } = setUp({ validate: () => errors })
    setErrors.mockReturnValueOnce(false)
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get().notice).toEqual({ kind: 'failure', text: '起止时间相反；名额已满' })
    expect(server.sent).toEqual([])
  })

  it.each([
    [true, null],
    [false, { kind: 'failure', text: '保存失败' }],
  ])('replaces the message of a rejected save if every error is shown: %s', async (isComplete, notice) => {
    const { server, controller, edits, setErrors, type } = setUp()
    const errors = [{ path: 'title', message: '太长' }]
    setErrors.mockReturnValueOnce(true).mockReturnValueOnce(isComplete)
    server.next.push(() => Promise.reject({ status: 400, errors, message: '保存失败' }))
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get().notice).toEqual(notice)
    expect(controller.get().rejectionCount).toBe(1)
    expect(edits.get().isDirty).toBe(true)
  })
})

it('shows the server’s errors by the form’s own paths, if those differ', async () => {
  const resource: VersionedResource<Values> = {
    read: async () => FIRST,
    save: () => Promise.reject({ status: 400, errors: [{ path: 'tags.0', message: '重复' }], message: '保存失败' }),
    toFormErrors: (errors, { title }) => errors.map(({ message }) => ({ path: `tag-${title}`, message })),
    savedMessage: '',
    getErrorMessage: () => '保存失败',
  }
  const { controller, setErrors, type } = setUp({ resource })
  type({ title: '我的标题' })
  await controller.save()
  expect(setErrors.mock.lastCall).toEqual([[{ path: 'tag-我的标题', message: '重复' }]])
})

it('shows one message at a time', async () => {
  const { server, controller, type, notices } = setUp()
  type({ title: '我的标题' })
  await controller.save()
  server.next.push(() => Promise.reject(NETWORK_FAILURE))
  type({ title: '他人的标题' })
  await controller.save()
  expect(notices).toEqual([undefined, '已保存', undefined, '网络连接失败'])
  expect(controller.get().notice).toEqual({ kind: 'failure', text: '网络连接失败' })
})

describe('a form with autosave', () => {
  it('merges changes without conflicts, and saves them over theirs', async () => {
    const { server, controller, fields, type } = setUp({ autoMerge: true })
    server.change({ title: '他人的标题' })
    type({ text: '我的' })
    await controller.save()
    expect(server.stored.value).toEqual({ title: '他人的标题', text: '我的', tags: [] })
    expect(fields.read()).toEqual({ title: '他人的标题', text: '我的', tags: [] })
  })

  it('waits if both changed the same field, and stays editable', async () => {
    const { server, controller, fields, type } = setUp({ autoMerge: true })
    server.change({ title: '他人的标题' })
    type({ title: '我的标题' })
    await controller.save()
    expect(controller.get()).toMatchObject({ unmerged: { version: 2 }, conflict: null, notice: null })
    type({ title: '我改过的标题' })
    server.change({ text: '他人的正文' })
    await controller.compare()
    expect(controller.get().conflict).toMatchObject({
      version: 3,
      versions: { mine: { title: '我改过的标题' }, base: FIRST.value },
    })
    await controller.saveMerged({ title: '我改过的标题', text: '他人的正文', tags: [] })
    expect(controller.get().unmerged).toBeNull()
    expect(server.stored.value).toEqual({ title: '我改过的标题', text: '他人的正文', tags: [] })
    expect(fields.read().title).toBe('我改过的标题')
  })

  it('merges a version loaded in the background without overwriting the edited field', () => {
    const { controller, fields, edits, type } = setUp({ autoMerge: true })
    type({ title: '写到一半' })
    controller.mergeLatest({ value: { title: '原标题', text: '他人的正文', tags: [] }, version: 2 })
    expect(fields.read()).toEqual({ title: '写到一半', text: '他人的正文', tags: [] })
    expect(edits.get().isDirty).toBe(true)
    controller.mergeLatest(FIRST)
    expect(edits.get().loaded.version).toBe(2)
    controller.mergeLatest({ value: { title: '他人的标题', text: '他人的正文', tags: [] }, version: 3 })
    expect(controller.get().unmerged?.version).toBe(3)
    expect(fields.read().title).toBe('写到一半')
  })
})

it('continues from a newer version with the same value', () => {
  const { controller, edits, type } = setUp()
  type({ title: '我的标题' })
  controller.mergeLatest({ value: FIRST.value, version: 2 })
  expect(controller.get().unmerged).toBeNull()
  expect(edits.get()).toEqual({ loaded: { value: FIRST.value, version: 2 }, isDirty: true })
})

it('discards the edits, or loads the latest version instead', async () => {
  const { server, controller, edits, fields, type } = setUp()
  type({ title: '我的标题' })
  controller.discard()
  expect(fields.read()).toEqual(FIRST.value)
  expect(edits.get().isDirty).toBe(false)
  server.change({ title: '他人的标题' })
  type({ title: '我的标题' })
  await controller.reload()
  expect(fields.read().title).toBe('他人的标题')
  expect(edits.get()).toEqual({ loaded: server.stored, isDirty: false })
})

it('runs another action on the loaded version, and keeps the edits in case of a conflict', async () => {
  const { server, controller, fields, type } = setUp()
  const empty = { title: '', text: '', tags: [] }
  const reset = async (base: Versioned<Values>) => server.accept(empty, base)
  type({ title: '我的标题' })
  server.change({ text: '他人的正文' })
  await controller.runAction(reset, (error) => toErrorMessage(error, '重置失败'))
  expect(controller.get().notice).toEqual({ kind: 'failure', text: '已被他人更新' })
  expect(fields.read()).toEqual({ title: '我的标题', text: '他人的正文', tags: [] })
  await controller.runAction(reset, (error) => toErrorMessage(error, '重置失败'))
  expect(server.stored.value).toEqual(empty)
  expect(fields.read()).toEqual(empty)
})

it('shows what another action stored if its reply lacks the version', async () => {
  const { server, controller, fields } = setUp()
  const empty = { title: '', text: '', tags: [] }
  const reset = async (base: Versioned<Values>): Promise<Saved<Values>> => {
    await server.accept(empty, base)
    return Promise.reject({ status: 200, message: '操作失败，请稍后重试' })
  }
  await controller.runAction(reset, () => '重置失败')
  expect(controller.get().notice).toEqual({ kind: 'success', text: '原来已保存' })
  expect(fields.read()).toEqual(empty)
})

describe('undoing', () => {
  it('undoes step by step, including past a save', async () => {
    const { controller, edits, fields, type, server } = setUp()
    type({ title: '我的标题' })
    type({ text: '新正文' })
    edits.undo()
    expect(fields.read()).toEqual({ title: '我的标题', text: '原正文', tags: [] })
    await controller.save()
    edits.undo()
    expect(fields.read()).toEqual(FIRST.value)
    expect(edits.get()).toEqual({
      loaded: { value: { title: '我的标题', text: '原正文', tags: [] }, version: 2 },
      isDirty: true,
    })
    await controller.save()
    expect({ value: server.stored.value, sent: server.sent }).toEqual({ value: FIRST.value, sent: [1, 2] })
  })

  it('undoes a merge and returns to its base version, so that the next save compares again', async () => {
    const { server, controller, edits, fields, type } = setUp()
    server.change({ title: '他人的标题' })
    type({ title: '我的标题' })
    await controller.save()
    await controller.saveMerged({ title: '他人的标题', text: '原正文', tags: ['合并'] })
    edits.undo()
    expect(fields.read().title).toBe('我的标题')
    expect(edits.get().loaded.version).toBe(1)
    await controller.save()
    expect(controller.get().conflict?.versions).toMatchObject({ base: FIRST.value, mine: { title: '我的标题' } })
  })

  it('reverts a restored draft, which is based on its own version', () => {
    const { edits, fields, type } = setUp()
    type({ title: '我的标题' })
    const draft = { ...edits.getDraftContent(), loaded: edits.get().loaded }
    edits.load({ value: { title: '新', text: '新', tags: [] }, version: 4 })
    edits.restore(draft)
    expect(fields.read().title).toBe('我的标题')
    expect(edits.get()).toEqual({ loaded: FIRST, isDirty: true })
    edits.undo()
    expect(fields.read().title).toBe('新')
    expect(edits.get().loaded.version).toBe(4)
    expect(edits.get().isDirty).toBe(false)
  })
})
