import type { Button as ButtonContent, CallToAction as CallToActionContent } from '#contracts/fields.ts'
import { Button } from './buttons.tsx'
import { ButtonLink } from './document-links.tsx'

/** Returns a button's press handler, or `undefined` if it follows its link. */
type GetPressHandler = (button: ButtonContent) => (() => void) | undefined

/** The last section of a page: what the visitor can do next. */
export function CallToAction({ callToAction }: { callToAction: CallToActionContent }) {
  const { title, buttons } = callToAction
  if (title === '' && buttons.length === 0) return null
  return (
    <section className="shell py-10" data-print="none">
      <CallToActionCard callToAction={callToAction} />
    </section>
  )
}

/** The card of a call to action, for use inside another section. */
export function CallToActionCard({
  callToAction,
  getPressHandler,
}: {
  callToAction: CallToActionContent
  getPressHandler?: GetPressHandler
}) {
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
          <Action key={button.text + button.link} button={button} onPress={getPressHandler?.(button)} />
        ))}
      </div>
    </div>
  )
}

function Action({
  button: { text, link, style },
  onPress,
}: {
  button: ButtonContent
  onPress?: (() => void) | undefined
}) {
  const variant = style === 'secondary' ? 'outline' : style
  if (!onPress)
    return (
      <ButtonLink link={link} variant={variant}>
        {text}
      </ButtonLink>
    )
  return (
    <Button variant={variant} aria-haspopup="dialog" onClick={onPress}>
      {text}
    </Button>
  )
}
