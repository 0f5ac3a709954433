import { Button } from '../../../components/buttons.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { focusElement } from '../../../components/focus-element.ts'

type NewLinkProps = { label: string; title: string; url: string; hint: string; onDismiss?: () => void }

/** A newly created link to copy. It is shown only once, as the server stores nothing but its hash. */
export const NewLink = ({ label, title, url, hint, onDismiss }: NewLinkProps) => (
  <section aria-label={label} className="card border-indigo p-5">
    <h2 ref={focusElement} tabIndex={-1} className="text-base">
      {title}
    </h2>
    <p className="mt-1 text-sm text-muted">{hint}</p>
    <p className="my-3 rounded-lg bg-sunken p-3 text-sm break-all select-all">{url}</p>
    <div className="flex flex-wrap gap-2">
      <CopyButton text={url} label="复制链接" copiedMessage="链接已复制" />
      {onDismiss && (
        <Button variant="outline" aria-label={`收起${title}`} onClick={onDismiss}>
          收起
        </Button>
      )}
    </div>
  </section>
)
