import type { Attachment, EvaluationContent } from '#contracts/documents/evaluation.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { Section } from '../../components/section.tsx'
import { Link } from '../../router.tsx'
import { ChecklistDownload } from './checklist-download.tsx'
import { TOOL_VIEW_URL } from './view-switch.tsx'

type Info = EvaluationContent['professionalInfo']

/** Explains the scoring and links to the calculator, the checklists and the experts. */
export function ProfessionalInfo({ info, attachments }: { info: Info; attachments: readonly Attachment[] }) {
  const { title, description, points, buttons } = info
  if (title === '' && buttons.length === 0) return null
  return (
    <Section>
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <h2 className="text-2xl md:text-[1.75rem]">{title}</h2>
          {description && <p className="mt-3 max-w-prose text-muted">{description}</p>}
          <div className="mt-6 flex flex-wrap gap-3" data-print="none">
            {withKeys(buttons, ({ text, type }) => text + type).map(({ key, item }) => (
              <InfoButton key={key} button={item} attachments={attachments} />
            ))}
          </div>
        </div>
        <ol className="border-t border-line">
          {withKeys(points, String).map(({ key, item }, index) => (
            <Point key={key} point={item} number={index + 1} />
          ))}
        </ol>
      </div>
    </Section>
  )
}

/** A point; the part before its colon, as in `自行核实：…`, is emphasized. */
function Point({ point, number }: { point: string; number: number }) {
  const [, lead, rest] = /^([^：]{1,12})：(.+)$/s.exec(point) ?? []
  return (
    <li className="flex gap-4 border-b border-line py-3.5">
      <span className="w-6 shrink-0 text-right text-sm leading-7 text-muted tabular-nums" aria-hidden>
        {number}
      </span>
      <p>
        {lead && <strong className="mr-2 font-semibold">{lead}</strong>}
        <span className={lead ? 'text-muted' : ''}>{rest ?? point}</span>
      </p>
    </li>
  )
}

type InfoButtonProps = { button: Info['buttons'][number]; attachments: readonly Attachment[] }

function InfoButton({ button: { text, type, link, style }, attachments }: InfoButtonProps) {
  if (type === 'calculator')
    return (
      <Link to={TOOL_VIEW_URL} className={getButtonClass(style)}>
        {text}
      </Link>
    )
  if (type === 'download')
    return (
      <ChecklistDownload attachments={attachments} variant={style}>
        {text}
      </ChecklistDownload>
    )
  return (
    <ButtonLink link={link} variant={style}>
      {text}
    </ButtonLink>
  )
}
