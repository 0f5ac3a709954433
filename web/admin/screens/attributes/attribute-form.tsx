import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { NEW_ATTRIBUTE } from '#contracts/admin-pages.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { attributeCalls } from '#contracts/facts/calls.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { queryOf } from '../../calls/query-of.ts'
import { showFieldErrors } from '../../components/field-errors.ts'
import { ErrorAlert } from '../../components/form-error.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import type { FormRevisions } from '../../editors/history/form-history.tsx'
import { FormHistory } from '../../editors/history/form-history.tsx'
import { useCan } from '../../session/session.ts'
import { SaveButton } from '../../versioned/save-button.tsx'
import { useVersionedForm } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'
import {
  attributeRevisionQuery,
  createAttribute,
  loadAttribute,
  loadAttributeAuthorship,
  removeAttribute,
  restoreAttributeRevision,
  updateAttribute,
} from './attribute-calls.ts'
import { AttributeFields } from './attribute-fields.tsx'
import { ATTRIBUTE_FORM } from './attribute-form-fields.ts'
import { type AttributeValues, EMPTY_ATTRIBUTE, toFormErrors, validateAttribute } from './attribute-values.ts'

/** Returns the functions that list, load and restore an attribute's revisions. */
const createAttributeRevisions = (key: string): FormRevisions<AttributeValues, AttributeValues> => ({
  form: ATTRIBUTE_FORM,
  list: (page, version) => queryOf(attributeCalls.listRevisions, { params: { key }, query: { page } }, version),
  get: (revision) => attributeRevisionQuery(key, revision),
  restore: (revision, version) => restoreAttributeRevision(key, revision, version),
  toStored: (values) => values,
  emptyMessage: '这个属性还没有保存过。',
  restoredCall: attributeCalls.list,
})

type AttributeFormProps = {
  loaded: Versioned<AttributeValues>
  /** The listed attribute; `undefined` to create one. */
  record: AttributeRecord | undefined
  groups: readonly string[]
  categories: readonly string[]
  onCreated: (key: string) => void
  onClose: () => void
}

/** The form to edit or create an attribute. */
export function AttributeForm({ loaded, record, groups, categories, onCreated, onClose }: AttributeFormProps) {
  const canEdit = useCan('products:write')
  const isNew = record === undefined
  const key = record?.key ?? NEW_ATTRIBUTE
  const [unassignedErrors, setUnassignedErrors] = useState<readonly FieldError[]>([])
  const resource = useAttributeResource(record?.key)
  const form = useVersionedForm<AttributeValues>(resource, {
    resourceKey: `attribute:${key}`,
    initial: loaded,
    fields: ATTRIBUTE_FORM,
    normalizeFields,
    validate: (value) => validateAttribute(value, isNew),
    showErrors(errors, antForm) {
      const hasFieldForEach = showFieldErrors(antForm, errors)
      setUnassignedErrors(hasFieldForEach ? [] : errors)
      return true
    },
    onSaved({ id }) {
      if (id !== undefined) onCreated(id)
      return false
    },
  })
  return (
    <VersionedForm
      form={form}
      name="attribute"
      label="属性"
      disabled={!canEdit}
      requiredMark
      urlParameters={{ attribute: key }}
    >
      {unassignedErrors.length > 0 && (
        <ErrorAlert title={[...new Set(unassignedErrors.map(({ message }) => message))].join('；')} />
      )}
      <AttributeFields
        isNew={isNew}
        productCount={record?.products ?? 0}
        groups={groups}
        categories={categories}
        onChange={() => form.markEdited()}
      />
      <div className="flex flex-wrap items-center gap-2">
        {canEdit && <SaveButton form={form} />}
        {record && <FormHistory form={form} canEdit={canEdit} revisions={createAttributeRevisions(record.key)} />}
        {record && canEdit && (
          <RemoveButton
            attribute={record}
            onRemoved={() => {
              // Otherwise closing would ask whether to discard them.
              form.discard()
              onClose()
            }}
          />
        )}
      </div>
    </VersionedForm>
  )
}

/** Replaces the `undefined` of cleared fields with their default. */
const normalizeFields = (fields: AttributeValues): AttributeValues => ({
  ...EMPTY_ATTRIBUTE,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  staleAfterMonths: fields.staleAfterMonths ?? null,
})

function useAttributeResource(key: string | undefined): VersionedResource<AttributeValues> {
  const client = useQueryClient()
  return {
    read: async () => (key === undefined ? { value: EMPTY_ATTRIBUTE, version: 0 } : loadAttribute(key)),
    readAuthorship: async () => (key === undefined ? undefined : loadAttributeAuthorship(key)),
    async save(values, { version }) {
      try {
        return await (key === undefined ? createAttribute(values) : updateAttribute(key, values, version))
      } finally {
        void invalidate(client, attributeCalls.list)
      }
    },
    toFormErrors,
    savedMessage: FACT_MESSAGES.attributeSaved,
    getErrorMessage: (error) => toErrorMessage(error, ADMIN_MESSAGES.actionFailed),
  }
}

/** Deletes an attribute without facts; others can only be hidden. */
function RemoveButton({ attribute, onRemoved }: { attribute: AttributeRecord; onRemoved: () => void }) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { key, label, products } = attribute
  const removeMutation = useMutation({
    mutationFn: () => removeAttribute(key),
    onSuccess(reply) {
      message.success(reply.message)
      onRemoved()
      void invalidate(client, attributeCalls.list)
    },
    onError: (error) => void message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed)),
  })
  if (products > 0)
    return <p className="text-sm text-muted">已有{products}个产品填写，不能删除；不再需要时可以停用。</p>
  return (
    <Button
      danger
      icon={<Trash2 className="size-4" aria-hidden />}
      onClick={() =>
        confirm({
          title: `删除属性“${label}”？`,
          content: '从未填写过资料的属性才能删除，删除后不可恢复。',
          okText: '删除',
          isDangerous: true,
          onOk: () => removeMutation.mutateAsync(),
        })
      }
    >
      删除
    </Button>
  )
}
