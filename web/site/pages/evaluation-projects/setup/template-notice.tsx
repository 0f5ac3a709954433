import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { MethodTemplate } from '#contracts/evaluation-projects/templates/template.ts'
import {
  describeTemplateChanges,
  describeTemplateConflicts,
  describeTemplateSource,
} from '#contracts/rules/evaluation/describe-template.ts'

type TemplateProps = { template: MethodTemplate; setup: ProjectSetup }

/** On which template a project is based, what was changed of it, and what contradicts its source. */
export function TemplateText({ template, setup }: TemplateProps) {
  const changes = describeTemplateChanges(template, setup)
  return (
    <>
      <p>{describeTemplateSource(template)}</p>
      {changes.length > 0 && <p className="mt-1">改动：{changes.join('；')}。</p>}
      {describeTemplateConflicts(template, setup).map((conflict) => (
        <p key={conflict} className="mt-1 text-cinnabar">
          {`${conflict}。`}
        </p>
      ))}
    </>
  )
}

/** The template in the setup, with what its source demands that the platform can't check. */
export const TemplateNotice = ({ template, setup }: TemplateProps) => (
  <div className="mb-5 max-w-[76ch] rounded-lg bg-sunken px-4 py-3 text-sm">
    <TemplateText template={template} setup={setup} />
    <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
      {template.demands.map((demand) => (
        <li key={demand}>{demand}</li>
      ))}
    </ul>
  </div>
)
