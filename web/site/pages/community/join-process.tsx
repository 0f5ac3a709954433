import type { CommunityContent } from '#contracts/documents/community.ts'
import type { Button as ButtonContent } from '#contracts/fields.ts'
import { PAGES } from '#contracts/paths.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { CallToActionCard } from '../../components/call-to-action.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
import { TabSection } from './tab-section.tsx'

/** The links that open the join dialog instead of being followed: links to this tab or to `#`. */
const JOIN_LINKS: readonly string[] = ['#', `${PAGES.community}?tab=join`]

type JoinProcessProps = { joinProcess: CommunityContent['joinProcess']; onJoin: () => void }

/** The steps to join the community, with buttons that open the join dialog. */
export function JoinProcess({ joinProcess, onJoin }: JoinProcessProps) {
  const { title, description, steps, callToAction } = joinProcess
  const getClickHandler = ({ link }: ButtonContent) => (JOIN_LINKS.includes(link) ? onJoin : undefined)
  const isEmpty = steps.length === 0 && callToAction.title === '' && callToAction.buttons.length === 0
  if (isEmpty) return <EmptyNotice />
  return (
    <>
      <TabSection title={title || '加入流程'} lead={description}>
        <ol className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: step numbers may repeat; only the order identifies steps.
            <li key={index} className={`border-t-2 border-tone pt-4 pb-6 ${getToneClass(step.color)}`}>
              <span className="text-3xl leading-none font-semibold text-tone tabular-nums">
                {String(step.stepNumber).padStart(2, '0')}
              </span>
              <h3 className="mt-3 text-lg">{step.title}</h3>
              <p className="mt-2 text-sm text-muted">{step.description}</p>
            </li>
          ))}
        </ol>
      </TabSection>
      <div className="mt-8">
        <CallToActionCard callToAction={callToAction} getClickHandler={getClickHandler} />
      </div>
    </>
  )
}
