import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { EvaluationExample } from '#contracts/documents/evaluation.ts'
import type { Thresholds } from '#contracts/rules/score.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { ScoreValue } from '../../components/score-value.tsx'
import { Section } from '../../components/section.tsx'
import { VerdictSeal } from '../../components/verdict-seal.tsx'

type ExampleCardsProps = { examples: readonly EvaluationExample[]; thresholds: Thresholds }

/** Evaluations of fictitious products, as examples of high and low scores. */
export function ExampleCards({ examples, thresholds }: ExampleCardsProps) {
  if (examples.length === 0) return null
  return (
    <Section title="评估示例" lead="高分与低分各从何而来。点开一例，看优势、不足和打分依据。">
      <ul className="grid items-start gap-5 lg:grid-cols-2">
        {withKeys(examples, ({ productName }) => productName).map(({ key, item }) => (
          <ExampleCard key={key} example={item} thresholds={thresholds} />
        ))}
      </ul>
    </Section>
  )
}

function ExampleCard({ example, thresholds }: { example: EvaluationExample; thresholds: Thresholds }) {
  const { productName, category, score, recommendation, strengths, weaknesses, details } = example
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <li className="card overflow-hidden">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full items-center gap-3 p-4 text-left hover:bg-sunken md:gap-5 md:p-5"
        >
          <VerdictSeal verdict={recommendation} className="size-12 md:size-14" />
          <span className="min-w-0 flex-1">
            <span className="block text-lg">{productName}</span>
            {category && <span className="block text-sm font-normal text-muted">{category}</span>}
          </span>
          <ScoreValue score={score} thresholds={thresholds} className="text-3xl md:text-4xl" />
          <ChevronDown
            className={`size-5 shrink-0 text-indigo transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
            aria-hidden
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="border-t border-line px-5 pt-4 pb-6">
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Points title="优势" mark="＋" points={strengths} />
          <Points title="不足" mark="－" points={weaknesses} />
        </div>
        {details && (
          <>
            <h4 className="mt-5 text-sm">打分依据</h4>
            <p className="mt-1.5 text-sm text-muted">{details}</p>
          </>
        )}
      </div>
    </li>
  )
}

function Points({ title, mark, points }: { title: string; mark: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <div>
      <h4 className="text-sm">{title}</h4>
      <ul className="mt-1.5 space-y-1.5 text-sm">
        {withKeys(points, String).map(({ key, item }) => (
          <li key={key} className="flex gap-2">
            <span aria-hidden>{mark}</span>
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
