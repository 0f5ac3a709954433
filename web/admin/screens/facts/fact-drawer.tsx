import { Drawer } from 'antd'
import { Link } from 'react-router'
import { type FactReference, formatFactReference } from '#contracts/facts/fact-reference.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { restoreFocus } from '../../components/restore-focus.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { getFactsPath } from '../product-detail/product-paths.ts'
import { AttributeFacts } from '../product-facts/attribute-facts.tsx'
import { FactHistory } from '../product-facts/fact-history.tsx'
import { FactsEditor } from '../product-facts/facts-editor.tsx'
import { useFactsDirty } from '../product-facts/use-facts-dirty.ts'

/** Returns the parsed parameter; `undefined` if it is malformed. */
export function parseFactReference(text: string): FactReference | undefined {
  const [first, attribute = '', ...id] = text.split(':')
  const catalogue = CATALOGUES.find((item) => item === first)
  return catalogue && attribute !== '' && id.length > 0 ? { catalogue, attribute, id: id.join(':') } : undefined
}

type FactDrawerProps = { reference: FactReference | undefined; onClose: () => void }

/** Edits the facts of one attribute of a product, and shows their history. */
export const FactDrawer = ({ reference, onClose }: FactDrawerProps) => (
  <Drawer
    open={reference !== undefined}
    size={720}
    title="修改资料"
    onClose={onClose}
    afterOpenChange={(isOpen) => !isOpen && restoreFocus()}
    destroyOnHidden
  >
    {reference && <LoadedFact key={formatFactReference(reference)} reference={reference} onClose={onClose} />}
  </Drawer>
)

function LoadedFact({ reference, onClose }: { reference: FactReference; onClose: () => void }) {
  const { isDirty, isDirtyNow, onDirtyChange } = useFactsDirty()
  const urlParameter = formatFactReference(reference)
  useLeaveGuard(`facts:${urlParameter}`, {
    isDirty,
    isDirtyNow,
    isSavedAsDraft: true,
    urlParameters: { fact: urlParameter },
  })
  return (
    <FactsEditor product={reference} onDirtyChange={onDirtyChange} onSaved={onClose}>
      {({ attributes, facts }) => {
        const attribute = attributes.find(({ key }) => key === reference.attribute)
        return (
          <>
            <p className="pb-2">
              <Link to={getFactsPath(reference.catalogue, { id: facts.productId, name: facts.productName })}>
                {facts.productName}的全部资料
              </Link>
            </p>
            {attribute ? (
              <div ref={focusFirstField}>
                <AttributeFacts attribute={attribute} isSourceOpen />
              </div>
            ) : (
              <p className="text-muted">没有这个属性，或它已停用。</p>
            )}
            <section aria-label="更新记录" className="py-4">
              <h2 className="pb-1 text-base">更新记录</h2>
              <FactHistory product={reference} attribute={reference.attribute} />
            </section>
          </>
        )
      }}
    </FactsEditor>
  )
}

/** Focuses the value when it appears, so that it can be typed at once; of a list of radios, the selected one. */
function focusFirstField(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('[type=radio]:checked, input:not([type=radio]), textarea')?.focus()
}
