import { Button, Checkbox } from 'antd'
import { History } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { appliesToCategory } from '#contracts/rules/facts/applies-to-category.ts'
import { AttributeFacts } from './attribute-facts.tsx'
import { isUnknown } from './fact-drafts.ts'
import { useFactForm } from './fact-form-context.ts'
import { SourceFields } from './source-fields.tsx'

type FactGroupsProps = {
  attributes: readonly AttributeRecord[]
  /** The product's category; attributes of other categories are only shown if they have facts. */
  category: string
  onOpenHistory: (attribute: AttributeRecord) => void
  onOpenAllHistory: () => void
}

/** All attributes of a product by group, below the default source of new facts. */
export function FactGroups({ attributes, category, onOpenHistory, onOpenAllHistory }: FactGroupsProps) {
  const { form, canEdit } = useFactForm()
  const [isUnknownOnly, setIsUnknownOnly] = useState(false)
  /** Determined when the checkbox is ticked, so that a field doesn't disappear when it is filled in. */
  const [unknownKeys, setUnknownKeys] = useState<ReadonlySet<string>>(new Set())
  const applicableAttributes = attributes.filter(
    (attribute) => appliesToCategory(attribute, category) || form.getDrafts(attribute.key).length > 0,
  )
  const visibleAttributes = isUnknownOnly
    ? applicableAttributes.filter(({ key }) => unknownKeys.has(key))
    : applicableAttributes
  const groups = [...Map.groupBy(visibleAttributes, ({ group }) => group)]

  function filterUnknown(isFiltering: boolean) {
    const applicableKeys = applicableAttributes.map(({ key }) => key)
    setUnknownKeys(new Set(applicableKeys.filter((key) => form.getDrafts(key).every(isUnknown))))
    setIsUnknownOnly(isFiltering)
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <p className="text-sm text-muted">
          <span className="max-md:hidden">
            用 <kbd>Tab</kbd> 逐项填写，<kbd>Ctrl</kbd>或<kbd>⌘</kbd> + <kbd>S</kbd> 保存。
          </span>
          不知道的留空：未知不等于“不支持”。
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Checkbox checked={isUnknownOnly} onChange={({ target }) => filterUnknown(target.checked)}>
            只看未知的
          </Checkbox>
          <Button icon={<History className="size-4" aria-hidden />} onClick={onOpenAllHistory}>
            更新记录
          </Button>
        </div>
      </div>
      {canEdit && <DefaultSource />}
      {groups.length === 0 && <p className="py-6 text-muted">没有未知的资料。</p>}
      {groups.map(([group, groupAttributes]) => (
        <FactGroup key={group} name={group} attributes={groupAttributes} onOpenHistory={onOpenHistory} />
      ))}
    </>
  )
}

/** The default source of new facts: one page often covers many attributes, so its link is entered once. */
function DefaultSource() {
  const { form } = useFactForm()
  const source = useSyncExternalStore(form.subscribe, form.getDefaultSource)
  return (
    <section aria-label="新填资料的来源" className="panel mb-4 px-4 py-3">
      <h2 className="pb-2 text-base">新填资料的来源</h2>
      <SourceFields
        path="new"
        source={source}
        hasNote={false}
        onChange={(values) => form.setDefaultSource({ ...source, ...values })}
      />
    </section>
  )
}

type FactGroupProps = {
  name: string
  attributes: readonly AttributeRecord[]
  onOpenHistory: (attribute: AttributeRecord) => void
}

function FactGroup({ name, attributes, onOpenHistory }: FactGroupProps) {
  const { form } = useFactForm()
  const keys = useMemo(() => attributes.map(({ key }) => key), [attributes])
  const knownCount = useSyncExternalStore(
    form.subscribe,
    () => keys.filter((key) => form.getDrafts(key).some((draft) => !isUnknown(draft))).length,
  )
  return (
    <section aria-label={name} className="pb-4">
      <h2 className="flex items-baseline gap-2 text-lg">
        {name}
        <span className="text-sm font-normal text-muted tabular-nums">
          {knownCount}／{attributes.length}
        </span>
      </h2>
      {attributes.map((attribute) => (
        <AttributeFacts key={attribute.key} attribute={attribute} onOpenHistory={onOpenHistory} />
      ))}
    </section>
  )
}
