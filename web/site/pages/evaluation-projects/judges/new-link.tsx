import { CopyButton } from '../../../parts/copy-button.tsx'
import { focusElement } from '../../../parts/focus-element.ts'

type NewLinkProps = { label: string; title: string; address: string; hint: string }

/** A link that was just made, to be copied. The server stores only its hash, so it's shown this one time. */
export const NewLink = ({ label, title, address, hint }: NewLinkProps) => (
  <section aria-label={label} className="card border-indigo p-5">
    <h2 ref={focusElement} tabIndex={-1} className="text-base">
      {title}
    </h2>
    <p className="mt-1 text-sm text-muted">{hint}</p>
    <p className="my-3 rounded-lg bg-sunken p-3 text-sm break-all select-all">{address}</p>
    <CopyButton text={address} label="复制链接" copied="链接已复制" />
  </section>
)
