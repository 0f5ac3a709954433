/** The ids of the templates, apart from these, which consist of what a project's schema describes. */
export const TEMPLATE_IDS = [
  'government-goods',
  'government-services',
  'enterprise-tender',
  'safety-and-refusal',
  'agent-governance',
  'pilot-acceptance',
] as const
export type TemplateId = (typeof TEMPLATE_IDS)[number]
