import { expect, it } from 'vitest'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { ROLE_LABELS } from '#contracts/vocabulary.ts'
import type { Difference } from '../../../shared/versioned/three-way.ts'
import { ATTRIBUTE_FORM } from '../../screens/attributes/attribute-form-fields.ts'
import { USER_FIELDS } from '../../screens/users/user-form-fields.ts'
import { createDifferenceDescriber } from './describe-difference.ts'

const change = (path: string, before: unknown, after: unknown): Difference => ({
  key: path,
  path,
  kind: 'changed',
  before,
  after,
  changedBy: 'both',
})

it('labels a difference like the field, and values like its options', () => {
  const describe = createDifferenceDescriber(Object.values(USER_FIELDS))
  expect(describe(change('role', 'editor', 'viewer'), {})).toEqual({
    label: '角色',
    mine: ROLE_LABELS.viewer,
    theirs: ROLE_LABELS.editor,
  })
})

it('hides secrets', () => {
  const describe = createDifferenceDescriber(Object.values(USER_FIELDS), ['password'])
  expect(describe(change('password', '', 'a-new-password'), {})).toBeUndefined()
})

it('names the catalogues of an attribute', () => {
  const describe = createDifferenceDescriber(ATTRIBUTE_FORM)
  expect(describe(change('catalogues.0', 'ai', 'agent'), {})).toMatchObject({
    label: '目录',
    mine: CATALOGUE_LABELS.agent,
    theirs: CATALOGUE_LABELS.ai,
  })
})
