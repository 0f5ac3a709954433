import type { Attribute } from '#contracts/facts/attribute.ts'
import type { SITE_PAGES } from '#contracts/paths.ts'
import { parseLimit } from '#contracts/rules/shortlists/parse-limit.ts'
import {
  collectRequirements,
  findLimited,
  listAnswers,
  WIZARD_QUESTIONS,
  type WizardQuestion,
} from '#contracts/shortlists/wizard.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { useOptimisticPageQuery } from '../../use-page-query.ts'
import { LimitField } from './limit-field.tsx'
import { applyEdits, type RequirementEdit, withAnswer, withEdit } from './wizard-requirements.ts'
import { Requirements, Result, ResultBar } from './wizard-result.tsx'

type WizardQuery = ReturnType<typeof useOptimisticPageQuery<(typeof SITE_PAGES)['shortlistWizard']['parameters']>>

type WizardStepsProps = WizardQuery & {
  attributes: readonly Attribute[]
  /** Whether the attributes are still those of the other catalogue. */
  isLoading: boolean
}

/** The questions next to the requirements that follow from the answers, and the products that match. */
export function WizardSteps({ attributes, isLoading, query, change }: WizardStepsProps) {
  const budget = findAmount(query.budget)
  const requirements = applyEdits(collectRequirements(query.answers, attributes, budget), query.edits)

  const setCatalogue = (catalogue: Catalogue) => change(() => ({ catalogue }), { replace: true })
  const toggleAnswer = (id: string, isChosen: boolean) =>
    change(({ answers }) => ({ answers: withAnswer(answers, id, isChosen) }), { replace: true })
  const setBudget = (typed: string) => change(() => ({ budget: typed }), { replace: true })
  const setEdit = (attribute: string, edit: RequirementEdit) =>
    change(({ edits }) => ({ edits: withEdit(edits, attribute, edit) }), { replace: true })

  return (
    <div className="shell grid gap-10 py-8 lg:grid-cols-[1fr_1fr]">
      <div className="space-y-6">
        <CatalogueChoice value={query.catalogue} onChange={setCatalogue} />
        {WIZARD_QUESTIONS.map((question) => (
          <Question
            key={question.id}
            question={question}
            attributes={attributes}
            chosenAnswers={query.answers}
            onToggle={toggleAnswer}
            budget={query.budget}
            onBudgetChange={setBudget}
          />
        ))}
        <ResultBar catalogue={query.catalogue} requirements={requirements} />
      </div>
      <div className="space-y-8">
        <Requirements requirements={requirements} onEdit={setEdit} />
        <Result catalogue={query.catalogue} requirements={requirements} isLoading={isLoading} />
      </div>
    </div>
  )
}

const CATALOGUE_OPTIONS = [
  { value: 'agent', label: '智能体产品' },
  { value: 'ai', label: '78AI' },
] as const

type CatalogueChoiceProps = { value: Catalogue; onChange: (catalogue: Catalogue) => void }

const CatalogueChoice = ({ value, onChange }: CatalogueChoiceProps) => (
  <fieldset className="flex flex-wrap gap-x-6">
    <legend className="mb-1 font-semibold">在哪个目录中选？</legend>
    {CATALOGUE_OPTIONS.map((option) => (
      <label key={option.value} className="inline-flex min-h-11 items-center gap-2">
        <input type="radio" name="catalogue" checked={value === option.value} onChange={() => onChange(option.value)} />
        {option.label}
      </label>
    ))}
  </fieldset>
)

type QuestionProps = {
  question: WizardQuestion
  attributes: readonly Attribute[]
  chosenAnswers: readonly string[]
  onToggle: (id: string, isChosen: boolean) => void
  /** What is typed for the most that may be spent. */
  budget: string
  onBudgetChange: (typed: string) => void
}

/** A question, unless the catalogue has no attribute for its answers. */
function Question({ question, attributes, chosenAnswers, onToggle, budget, onBudgetChange }: QuestionProps) {
  const answers = listAnswers(question, attributes)
  const limited = findLimited(question, attributes)
  if (answers.length === 0 && !limited) return null
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{question.title}</legend>
      <div className="flex flex-wrap gap-x-6">
        {answers.map(({ id, label }) => (
          <label key={id} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={chosenAnswers.includes(id)}
              onChange={({ target }) => onToggle(id, target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
      {limited && (
        <div className="mt-2 max-w-xs">
          <LimitField label="年费上限" unit={limited.unit} initial={budget} onChange={onBudgetChange} />
        </div>
      )}
    </fieldset>
  )
}

function findAmount(typed: string): number | undefined {
  const parsed = parseLimit(typed)
  return parsed && 'atMost' in parsed ? parsed.atMost : undefined
}
