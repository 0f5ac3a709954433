import { Drawer } from 'antd'
import { Link } from 'react-router'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { restoreFocus } from '../../parts/use-confirm.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { getFactsPath } from '../product-detail/product-places.ts'
import { AttributeFields } from '../product-facts/attribute-fields.tsx'
import type { FactsOwner } from '../product-facts/fact-calls.ts'
import { FactHistory } from '../product-facts/fact-history.tsx'
import { FactsEditor } from '../product-facts/facts-editor.tsx'
import { useFactsDirty } from '../product-facts/use-facts.ts'

/** An attribute of a product, as identified in the URL. */
export type FactPlace = FactsOwner & { attribute: string }

export const formatFactPlace = ({ catalogue, id, attribute }: FactPlace): string => `${catalogue}:${attribute}:${id}`

export function readFactPlace(text: string): FactPlace | undefined {
  const [first, attribute = '', ...id] = text.split(':')
  const catalogue = CATALOGUES.find((item) => item === first)
  return catalogue && attribute !== '' && id.length > 0 ? { catalogue, attribute, id: id.join(':') } : undefined
}

type FactDrawerProps = { place: FactPlace | undefined; onClose: () => void }

/** Edits the facts of one attribute of a product, and shows their history. */
export const FactDrawer = ({ place, onClose }: FactDrawerProps) => (
  <Drawer
    open={place !== undefined}
    size={720}
    title="修改资料"
    onClose={onClose}
    afterOpenChange={(isOpen) => !isOpen && restoreFocus()}
    destroyOnHidden
  >
    {place && <OpenedFact key={formatFactPlace(place)} place={place} onClose={onClose} />}
  </Drawer>
)

function OpenedFact({ place, onClose }: { place: FactPlace; onClose: () => void }) {
  const { isDirty, isDirtyNow, onDirtyChange } = useFactsDirty()
  const text = formatFactPlace(place)
  useUnsaved(`facts:${text}`, {
    isDirty,
    isDirtyNow,
    leavesDraft: true,
    urlParameters: { fact: text },
  })
  return (
    <FactsEditor owner={place} onDirtyChange={onDirtyChange} onSaved={onClose}>
      {({ attributes, facts }) => {
        const attribute = attributes.find(({ key }) => key === place.attribute)
        return (
          <>
            <p className="pb-2">
              <Link to={getFactsPath(place.catalogue, { id: facts.productId, name: facts.productName })}>
                {facts.productName}的全部资料
              </Link>
            </p>
            {attribute ? (
              <AttributeFields attribute={attribute} isSourceOpen />
            ) : (
              <p className="text-muted">没有这个属性，或它已停用。</p>
            )}
            <section aria-label="更新记录" className="py-4">
              <h2 className="pb-1 text-base">更新记录</h2>
              <FactHistory owner={place} attribute={place.attribute} />
            </section>
          </>
        )
      }}
    </FactsEditor>
  )
}
