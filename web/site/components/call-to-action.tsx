import type { Button as ButtonContent, CallToAction as CallToActionContent } from '#contracts/fields.ts'
import { Button } from './buttons.tsx'
import { ButtonLink } from './document-links.tsx'

/** Returns the action of a button, or `undefined` if the button follows its link. */
type GetClickHandler = (button: ButtonContent) => (() => void) | undefined

/** The last section of a page: what the visitor can do next. Renders nothing if the document leaves it empty. */
export function CallToAction({ callToAction }: { callToAction: CallToActionContent }) {
  const { title, buttons } = callToAction
  if (title === '' && buttons.length === 0) return null
  return (
    <section className="shell py-10" data-print="none">
      <CallToActionCard callToAction={callToAction} />
    </section>
  )
}

type CallToActionCardProps = { callToAction: CallToActionContent; getClickHandler?: GetClickHandler }

/** The card of a call to action, for use inside another section. */
export function CallToActionCard({ callToAction, getClickHandler }: CallToActionCardProps) {
  const { title, description, buttons } = callToAction
  if (title === '' && buttons.length === 0) return null
  return (
    <div className="card flex flex-col gap-6 bg-indigo-tint p-7 md:flex-row md:items-center md:justify-between md:p-10">
      <div className="min-w-0">
        <h2 className="text-2xl">{title}</h2>
        {description && <p className="mt-2 max-w-prose text-muted">{description}</p>}
      </div>
      <div className="flex shrink-0 flex-wrap gap-3 md:max-w-1/2">
        {buttons.map((button) => (
          <CallToActionButton key={button.text + button.link} button={button} onClick={getClickHandler?.(button)} />
        ))}
      </div>
    </div>
  )
}

type CallToActionButtonProps = { button: ButtonContent; onClick?: (() => void) | undefined }

function CallToActionButton({ button, onClick }: CallToActionButtonProps) {
  const { text, link, style } = button
  // A secondary button would have the same background as the card.
  const variant = style === 'secondary' ? 'outline' : style
  if (!onClick)
    return (
      <ButtonLink link={link} variant={variant}>
        {text}
      </ButtonLink>
    )
  return (
    <Button variant={variant} aria-haspopup="dialog" onClick={onClick}>
      {text}
    </Button>
  )
}
