import type { ReactNode } from 'react'
import { PAGES } from '#contracts/paths.ts'
import type { NamedRequirement, ShortlistResult } from '#contracts/shortlists/shortlist.ts'
import { MATCH_STATUS_LABELS } from '#contracts/shortlists/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CARD_TOGGLE, CompareToggle } from '../../compare/compare-toggle.tsx'
import { Link } from '../../router.tsx'

const PAGE_OF = { agent: PAGES.product, ai: PAGES.aiProduct } as const

type Listed = ShortlistResult['meets'][number]

/** The products that meet, may meet and fail the requirements; failing ones are collapsed. */
export function ResultLists({ result, catalogue }: { result: ShortlistResult; catalogue: Catalogue }) {
  const { meets, may, fails, counts } = result
  return (
    <div className="space-y-8">
      <ResultList
        title={`${MATCH_STATUS_LABELS.meets}全部必须要求`}
        count={counts.meets}
        empty="还没有产品确定满足全部必须要求。"
      >
        {meets.map((listed) => (
          <ResultCard key={listed.product.id} listed={listed} catalogue={catalogue} />
        ))}
      </ResultList>
      <ResultList
        title={MATCH_STATUS_LABELS.may}
        lead="没有发现不满足的必须要求，但部分资料未知；未知不等于“无”。"
        count={counts.may}
        empty="没有待确认的产品。"
      >
        {may.map((listed) => (
          <ResultCard key={listed.product.id} listed={listed} catalogue={catalogue}>
            <RequirementLine label="待确认" requirements={listed.unknown} />
          </ResultCard>
        ))}
      </ResultList>
      {counts.fails > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer text-lg font-semibold">
            {MATCH_STATUS_LABELS.fails}（{counts.fails}）
          </summary>
          <ul className="mt-3 grid gap-4 md:grid-cols-2">
            {fails.map((listed) => (
              <ResultCard key={listed.product.id} listed={listed} catalogue={catalogue}>
                {listed.because.map(({ attribute, label, labels, actual }) => (
                  <p key={attribute} className="text-sm">
                    {label}：要求{labels.join('或')}，资料为{actual}
                  </p>
                ))}
              </ResultCard>
            ))}
          </ul>
          <Omitted listed={fails.length} count={counts.fails} />
        </details>
      )}
    </div>
  )
}

type ResultListProps = { title: string; lead?: string; count: number; empty: string; children: readonly ReactNode[] }

const ResultList = ({ title, lead, count, empty, children }: ResultListProps) => (
  <section>
    <h2 className="text-xl">
      {title}（{count}）
    </h2>
    {lead && count > 0 && <p className="mt-1 text-sm text-muted">{lead}</p>}
    {count === 0 ? (
      <p className="mt-2 text-muted">{empty}</p>
    ) : (
      <ul className="mt-3 grid gap-4 md:grid-cols-2">{children}</ul>
    )}
    <Omitted listed={children.length} count={count} />
  </section>
)

const Omitted = ({ listed, count }: { listed: number; count: number }) =>
  count > listed && <p className="mt-3 text-sm text-muted">只列出前{listed}个，请增加要求以缩小范围。</p>

type ResultCardProps = { listed: Listed; catalogue: Catalogue; children?: ReactNode }

const ResultCard = ({ listed, catalogue, children }: ResultCardProps) => {
  const { product, wantsMet, wantsUnmet, wantsUnknown } = listed
  return (
    <li className="card p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-lg">
          <Link to={PAGE_OF[catalogue](product.name)} className="underline-offset-4 hover:underline">
            {product.name}
          </Link>
        </h3>
        <CompareToggle catalogue={catalogue} product={product} className={`shrink-0 -mt-2 ${CARD_TOGGLE}`} />
      </div>
      {product.slogan && <p className="mt-1 text-muted">{product.slogan}</p>}
      <div className="mt-3 space-y-1">
        {children}
        <RequirementLine label="希望项满足" requirements={wantsMet} />
        <RequirementLine label="希望项不满足" requirements={wantsUnmet} />
        <RequirementLine label="希望项未知" requirements={wantsUnknown} />
      </div>
    </li>
  )
}

const RequirementLine = ({ label, requirements }: { label: string; requirements: readonly NamedRequirement[] }) =>
  requirements.length > 0 && (
    <p className="text-sm">
      <span className="text-muted">{label}：</span>
      {requirements.map((requirement) => requirement.label).join('、')}
    </p>
  )
