import type { CallToAction as CallToActionContent } from '#contracts/fields.ts'
import { ButtonLink } from './buttons.tsx'

/** A page's last word: what to do now. */
export function CallToAction({ callToAction }: { callToAction: CallToActionContent }) {
  const { title, description, buttons } = callToAction
  if (title === '' && buttons.length === 0) return null
  return (
    <section className="shell py-10" data-print="none">
      <div className="card flex flex-col gap-6 bg-indigo-ground p-7 md:flex-row md:items-center md:justify-between md:p-10">
        <div className="min-w-0">
          <h2 className="text-2xl">{title}</h2>
          {description && <p className="mt-2 max-w-prose text-muted">{description}</p>}
        </div>
        <div className="flex shrink-0 flex-wrap gap-3 md:max-w-1/2">
          {buttons.map(({ text, link, style }) => (
            <ButtonLink key={text + link} link={link} look={style === 'secondary' ? 'outline' : style}>
              {text}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  )
}
