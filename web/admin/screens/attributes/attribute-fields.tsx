import { AutoComplete, Button, Checkbox, Form, Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { hasChoices, isFilterableType } from '#contracts/facts/vocabulary.ts'
import { ATTRIBUTES, TEXT } from '#contracts/limits.ts'
import { MoveButtons } from '../../components/move-buttons.tsx'
import { NumberInput } from '../../components/number-input.tsx'
import { useRowFocus } from '../../components/use-row-focus.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { ATTRIBUTE_FIELDS as FIELDS } from './attribute-form-fields.ts'
import type { AttributeValues } from './attribute-values.ts'

type ChoiceListProps = {
  label: string
  isRequired: boolean
  /** Called after changes other than typing. */
  onChange: () => void
}

/** Edits the options of an attribute and their order. Renaming an option renames it in existing facts. */
function ChoiceList({ label, isRequired, onChange }: ChoiceListProps) {
  const { list, addButton, focusRow } = useRowFocus<HTMLDivElement>()
  return (
    <Form.Item label={label} required={isRequired}>
      <Form.List name="choices">
        {(fields, { add, remove, move }, { errors }) => (
          <div className="flex flex-col gap-2">
            <div ref={list} className="flex flex-col gap-2 empty:hidden">
              {fields.map(({ key, name }, index) => (
                <ChoiceRow
                  key={key}
                  name={name}
                  index={index}
                  isLast={index === fields.length - 1}
                  onMove={(step) => {
                    move(index, index + step)
                    onChange()
                  }}
                  onRemove={() => {
                    remove(index)
                    onChange()
                    focusRow(index)
                  }}
                />
              ))}
            </div>
            <Form.ErrorList errors={errors} />
            {fields.length < ATTRIBUTES.choices && (
              <Button
                ref={addButton}
                className="self-start"
                icon={<Plus className="size-4" aria-hidden />}
                onClick={() => {
                  add({ stored: '', text: '' })
                  onChange()
                  focusRow(fields.length)
                }}
              >
                添加选项
              </Button>
            )}
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}

type ChoiceRowProps = {
  /** The item's name in the form list. */
  name: number
  index: number
  isLast: boolean
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function ChoiceRow({ name, index, isLast, onMove, onRemove }: ChoiceRowProps) {
  const label = `第${index + 1}个选项`
  return (
    <div className="flex items-start gap-1">
      <Form.Item name={[name, 'text']} className="m-0 flex-1">
        <Input aria-label={label} maxLength={TEXT.word} />
      </Form.Item>
      <MoveButtons name={label} isFirst={index === 0} isLast={isLast} onMove={onMove} />
      <Button type="text" aria-label={`删除${label}`} icon={<X className="size-4" aria-hidden />} onClick={onRemove} />
    </div>
  )
}

type AttributeFieldsProps = {
  isNew: boolean
  /** The number of products with facts of the attribute, which fix its type and unit. */
  productCount: number
  groups: readonly string[]
  categories: readonly string[]
  /** Called after changes other than typing. */
  onChange: () => void
}

export function AttributeFields({ isNew, productCount, groups, categories, onChange }: AttributeFieldsProps) {
  const type = Form.useWatch<AttributeValues['type']>('type') ?? 'yesNo'
  const isUsed = productCount > 0
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <FormField field={FIELDS.label} required />
        <FormField
          field={FIELDS.key}
          required
          extra={
            isNew ? '小写字母、数字与连字符，如 open-source；保存后不能更改。' : '用在地址与导入导出中，不能更改。'
          }
        >
          <Input readOnly={!isNew} maxLength={FIELDS.key.maxLength} autoComplete="off" />
        </FormField>
        <FormField field={FIELDS.group} required>
          <AutoComplete options={groups.map((value) => ({ value }))} maxLength={FIELDS.group.maxLength} />
        </FormField>
        <FormField
          field={FIELDS.type}
          required
          extra={isUsed && `已有${productCount}个产品填写，不能更改类型${type === 'number' ? '与单位' : ''}。`}
        >
          <Select options={FIELDS.type.options} disabled={isUsed} />
        </FormField>
        {type === 'number' && (
          <FormField field={FIELDS.unit}>
            <Input readOnly={isUsed} maxLength={FIELDS.unit.maxLength} placeholder="如GB，可不填" />
          </FormField>
        )}
      </div>
      {hasChoices(type) && (
        <ChoiceList
          label={type === 'certificate' ? '级别（没有分级的证书可不填）' : FIELDS.choices.label}
          isRequired={type !== 'certificate'}
          onChange={onChange}
        />
      )}
      <FormField field={FIELDS.hint}>
        <Input maxLength={FIELDS.hint.maxLength} placeholder="填写时显示在旁边的一句话" />
      </FormField>
      {/* Nested, since a required field has `aria-required`, which a group must not have. */}
      <Form.Item label={FIELDS.catalogues.label} required>
        <FormField field={FIELDS.catalogues} noStyle>
          <Checkbox.Group options={FIELDS.catalogues.options} />
        </FormField>
      </Form.Item>
      <FormField field={FIELDS.categories}>
        <Select mode="tags" maxLength={TEXT.word} options={categories.map((value) => ({ value, label: value }))} />
      </FormField>
      <Form.Item label="用处">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <FormField field={FIELDS.isFilter} noStyle>
            <Checkbox disabled={!isFilterableType(type)}>{FIELDS.isFilter.label}</Checkbox>
          </FormField>
          <FormField field={FIELDS.isCompared} noStyle>
            <Checkbox>{FIELDS.isCompared.label}</Checkbox>
          </FormField>
          <FormField field={FIELDS.isOnCard} noStyle>
            <Checkbox>{FIELDS.isOnCard.label}</Checkbox>
          </FormField>
          <FormField field={FIELDS.isActive} noStyle>
            <Checkbox>{FIELDS.isActive.label}（停用后访客看不到，已有资料保留）</Checkbox>
          </FormField>
        </div>
      </Form.Item>
      <FormField field={FIELDS.staleAfterMonths}>
        <NumberInput min={1} max={ATTRIBUTES.staleMonthsMax} precision={0} />
      </FormField>
    </>
  )
}
