import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { Button } from '../../components/buttons.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'

const lazyDialog = createLazyImport(async () => (await import('./add-to-shortlist-dialog.tsx')).AddToShortlistDialog)

type AddToShortlistProps = { catalogue: Catalogue; products: readonly { id: string; name: string }[] }

/** A button that adds products of one catalogue to a shortlist; its dialog is loaded when it is opened. */
export function AddToShortlist({ catalogue, products }: AddToShortlistProps) {
  const { Component: Dialog, load, preload } = useLazyComponent(lazyDialog)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        className="noscript:hidden"
        data-print="none"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={async () => setIsOpen(await load())}
      >
        <ListPlus className="size-4" aria-hidden />
        加入清单
      </Button>
      {Dialog && <Dialog catalogue={catalogue} products={products} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
