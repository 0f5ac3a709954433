import type { FormRevisions } from '../../editors/history/form-history.tsx'
import { ATTRIBUTES_KEY } from '../product-facts/fact-calls.ts'
import { listAttributeRevisions, loadAttributeRevision, restoreAttributeRevision } from './attribute-calls.ts'
import { ATTRIBUTE_FORM } from './attribute-form-fields.ts'
import type { AttributeValues } from './attribute-values.ts'

/** Returns the functions that list, load and restore an attribute's revisions. */
export const createAttributeRevisions = (key: string): FormRevisions<AttributeValues, AttributeValues> => ({
  queryKey: ['attribute-revisions', key],
  form: ATTRIBUTE_FORM,
  list: (page) => listAttributeRevisions(key, page),
  load: (revision) => loadAttributeRevision(key, revision),
  restore: (revision, version) => restoreAttributeRevision(key, revision, version),
  toStored: (values) => values,
  emptyMessage: '这个属性还没有保存过。',
  invalidatedKey: ATTRIBUTES_KEY,
})
