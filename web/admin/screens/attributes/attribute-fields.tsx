import { AutoComplete, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { hasChoices, isFilterableType } from '#contracts/facts/vocabulary.ts'
import { ATTRIBUTES, TEXT } from '#contracts/limits.ts'
import { CATALOGUE_OPTIONS, TYPE_OPTIONS } from './attribute-places.ts'
import type { AttributeValues } from './attribute-values.ts'

type AttributeFieldsProps = {
  isNew: boolean
  /** The number of products with facts of the attribute, which fix its type and unit. */
  products: number
  groups: readonly string[]
  categories: readonly string[]
  /** Called after changes other than typing. */
  onChange: () => void
}

export function AttributeFields({ isNew, products, groups, categories, onChange }: AttributeFieldsProps) {
  const type = Form.useWatch<AttributeValues['type']>('type') ?? 'yesNo'
  const isUsed = products > 0
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Form.Item label="名称" name="label">
          <Input maxLength={TEXT.word} />
        </Form.Item>
        <Form.Item
          label="键"
          name="key"
          extra={
            isNew ? '小写字母、数字与连字符，如 open-source；保存后不能更改。' : '用在地址与导入导出中，不能更改。'
          }
        >
          <Input readOnly={!isNew} maxLength={TEXT.word} autoComplete="off" />
        </Form.Item>
        <Form.Item label="分组" name="group">
          <AutoComplete options={groups.map((value) => ({ value }))} maxLength={TEXT.word} />
        </Form.Item>
        <Form.Item
          label="类型"
          name="type"
          {...(isUsed
            ? { extra: `已有${products}个产品填写，不能更改类型${type === 'number' ? '与单位' : ''}。` }
            : {})}
        >
          <Select options={TYPE_OPTIONS} disabled={isUsed} />
        </Form.Item>
        {type === 'number' && (
          <Form.Item label="单位" name="unit">
            <Input readOnly={isUsed} maxLength={TEXT.word} placeholder="如 GB，可不填" />
          </Form.Item>
        )}
      </div>
      {hasChoices(type) && (
        <ChoiceList label={type === 'certificate' ? '级别（没有分级的证书可不填）' : '选项'} onChange={onChange} />
      )}
      <Form.Item label="填写说明" name="hint">
        <Input maxLength={TEXT.line} placeholder="填写时显示在旁边的一句话" />
      </Form.Item>
      <Form.Item label="目录" name="catalogues">
        <Checkbox.Group options={CATALOGUE_OPTIONS} />
      </Form.Item>
      <Form.Item label="类别" name="categories" extra="留空为全部类别。">
        <Select mode="tags" maxLength={TEXT.word} options={categories.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item label="用处">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Form.Item noStyle name="isFilter" valuePropName="checked">
            <Checkbox disabled={!isFilterableType(type)}>用于筛选</Checkbox>
          </Form.Item>
          <Form.Item noStyle name="isCompared" valuePropName="checked">
            <Checkbox>用于对比</Checkbox>
          </Form.Item>
          <Form.Item noStyle name="isOnCard" valuePropName="checked">
            <Checkbox>显示在卡片上</Checkbox>
          </Form.Item>
          <Form.Item noStyle name="isActive" valuePropName="checked">
            <Checkbox>启用（停用后访客看不到，已有资料保留）</Checkbox>
          </Form.Item>
        </div>
      </Form.Item>
      <Form.Item
        label="保鲜期（月）"
        name="staleAfterMonths"
        extra="阅读来源满这些月后，资料要重新确认；留空为不过期。"
      >
        <InputNumber min={1} max={ATTRIBUTES.staleMonthsMax} precision={0} />
      </Form.Item>
    </>
  )
}

/** The options in their order. Renaming an option renames it in existing facts. */
const ChoiceList = ({ label, onChange }: { label: string; onChange: () => void }) => (
  <Form.Item label={label}>
    <Form.List name="choices">
      {(fields, { add, remove, move }, { errors }) => (
        <div className="flex flex-col gap-2">
          {fields.map(({ key, name }, index) => {
            const place = `第${index + 1}个选项`
            const act = (change: () => void) => () => {
              change()
              onChange()
            }
            return (
              <div key={key} className="flex items-start gap-1">
                <Form.Item name={[name, 'text']} className="m-0 flex-1">
                  <Input aria-label={place} maxLength={TEXT.word} />
                </Form.Item>
                <Button
                  type="text"
                  aria-label={`上移${place}`}
                  disabled={index === 0}
                  icon={<ArrowUp className="size-4" aria-hidden />}
                  onClick={act(() => move(index, index - 1))}
                />
                <Button
                  type="text"
                  aria-label={`下移${place}`}
                  disabled={index === fields.length - 1}
                  icon={<ArrowDown className="size-4" aria-hidden />}
                  onClick={act(() => move(index, index + 1))}
                />
                <Button
                  type="text"
                  aria-label={`删除${place}`}
                  icon={<X className="size-4" aria-hidden />}
                  onClick={act(() => remove(index))}
                />
              </div>
            )
          })}
          <Form.ErrorList errors={errors} />
          {fields.length < ATTRIBUTES.choices && (
            <Button
              className="self-start"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => {
                add({ stored: '', text: '' })
                onChange()
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
