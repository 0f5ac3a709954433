import { Drawer } from 'antd'
import { useCallback, useState } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { useEditorState } from '../../editors/editor-context.tsx'
import type { FactsOwner } from '../product-facts/fact-calls.ts'
import { FactGroups } from '../product-facts/fact-groups.tsx'
import { FactHistory } from '../product-facts/fact-history.tsx'
import { FactsEditor } from '../product-facts/facts-editor.tsx'

type ProductFactsPartProps = {
  owner: FactsOwner
  /** Whether this part is visible. It is loaded when first shown, and keeps unsaved edits while hidden. */
  isInFront: boolean
  onDirtyChange: (isDirty: boolean) => void
}

/** The facts of the product, edited and saved separately from its other content. */
export function ProductFactsPart({ owner, isInFront, onDirtyChange }: ProductFactsPartProps) {
  const [wasOpened, setOpened] = useState(isInFront)
  if (isInFront && !wasOpened) setOpened(true)
  const [history, setHistory] = useState<AttributeRecord | 'all' | null>(null)
  const category = useEditorState(({ loaded }) => String(loaded.value.category ?? ''))
  const openHistory = useCallback((attribute: AttributeRecord) => setHistory(attribute), [])
  if (!wasOpened) return null
  return (
    <div hidden={!isInFront}>
      <FactsEditor owner={owner} isInFront={isInFront} onDirtyChange={onDirtyChange}>
        {({ attributes }) => (
          <FactGroups
            attributes={attributes}
            category={category}
            onHistory={openHistory}
            onAllHistory={() => setHistory('all')}
          />
        )}
      </FactsEditor>
      <Drawer
        open={history !== null}
        size={560}
        title={history === 'all' || history === null ? '资料更新记录' : `“${history.label}”的更新记录`}
        onClose={() => setHistory(null)}
        destroyOnHidden
      >
        {history !== null && <FactHistory owner={owner} attribute={history === 'all' ? undefined : history.key} />}
      </Drawer>
    </div>
  )
}
