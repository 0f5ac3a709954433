import { Button } from 'antd'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'

const PageJsonDialog = lazy(async () => ({ default: (await import('./page-json-dialog.tsx')).PageJsonDialog }))

/** The pages that have a content document, in the order of the site's navigation. */
const PAGE_CONTENTS: readonly { kind: DocumentKind; path: string }[] = [
  { kind: 'home', path: PAGES.home },
  { kind: 'community', path: PAGES.community },
  { kind: 'selection', path: PAGES.selection },
  { kind: 'products', path: PAGES.products },
  { kind: 'ai', path: PAGES.ai },
  { kind: 'evaluation', path: PAGES.evaluation },
  { kind: 'submit', path: PAGES.submit },
]

/** Lists the content pages, each with a link to its editor and a button to edit its JSON here. */
export function PageList() {
  const [editedKind, setEditedKind] = useState<DocumentKind | null>(null)
  return (
    <section className="panel px-5 py-5">
      <h2 className="text-lg">页面内容</h2>
      <p className="pt-1 pb-3 text-sm text-muted">编辑器在新窗口中打开；熟悉结构时，也可以在这里直接改JSON。</p>
      <ul className="divide-y divide-line">
        {PAGE_CONTENTS.map(({ kind, path }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 max-sm:w-full">
              <h3 className="text-base">{DOCUMENT_LABELS[kind]}</h3>
              <a
                href={path}
                target="_blank"
                rel="noopener"
                className="text-sm max-md:inline-flex max-md:min-h-11 max-md:items-center"
                aria-label={`查看“${DOCUMENT_LABELS[kind]}”的页面（新窗口）`}
              >
                查看页面
              </a>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                className="max-md:px-3"
                href={fillPath(ADMIN_PAGES.content, { kind })}
                target="_blank"
                icon={<ExternalLink className="size-4" aria-hidden />}
                aria-label={`打开${DOCUMENT_LABELS[kind]}的编辑器（新窗口）`}
              >
                打开编辑器
              </Button>
              <Button
                className="max-md:px-3"
                aria-label={`编辑${DOCUMENT_LABELS[kind]}的JSON`}
                onClick={() => setEditedKind(kind)}
              >
                编辑JSON
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {editedKind && (
        <Suspense>
          <PageJsonDialog kind={editedKind} onClose={() => setEditedKind(null)} />
        </Suspense>
      )}
    </section>
  )
}
