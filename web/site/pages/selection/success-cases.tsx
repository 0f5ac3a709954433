import type { SuccessCase } from '#contracts/documents/selection.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { Stars } from '../../../shared/stars.tsx'
import { Section } from '../../components/section.tsx'

export function SuccessCases({ cases }: { cases: readonly SuccessCase[] }) {
  if (cases.length === 0) return null
  return (
    <Section id="cases" title="成功案例">
      <ul className="border-b border-line">
        {cases.map((successCase, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: companies may repeat, and a case has no state.
          <Case key={index} successCase={successCase} />
        ))}
      </ul>
    </Section>
  )
}

function Case({
  successCase: { company, industry, duration, challenge, solution, results, rating },
}: {
  successCase: SuccessCase
}) {
  return (
    <li className="grid gap-x-10 gap-y-5 border-t border-line py-7 lg:grid-cols-[14rem_1fr_1fr]">
      <div>
        <h3 className="text-lg">{company}</h3>
        <p className="mt-1 text-sm text-muted">{joinWithDots([industry, duration])}</p>
        <div className="mt-2">
          <Stars rating={rating} />
        </div>
      </div>
      <dl className="grid content-start gap-4 text-sm">
        <Detail label="挑战" text={challenge} />
        <Detail label="做法" text={solution} />
      </dl>
      {results.length > 0 && (
        <div className="text-sm">
          <h4 className="font-medium text-muted">结果</h4>
          <ol className="mt-1 grid gap-2">
            {[...new Set(results)].map((result) => (
              <li key={result} className="border-l-2 border-control pl-3">
                {result}
              </li>
            ))}
          </ol>
        </div>
      )}
    </li>
  )
}

function Detail({ label, text }: { label: string; text: string }) {
  if (!text) return null
  return (
    <div>
      <dt className="font-medium text-muted">{label}</dt>
      <dd className="mt-1">{text}</dd>
    </div>
  )
}
