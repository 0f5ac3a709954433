import { ENTERPRISE_TENDER } from './enterprise.ts'
import { AGENT_GOVERNANCE } from './governance.ts'
import { GOVERNMENT_GOODS, GOVERNMENT_SERVICES } from './government.ts'
import { PILOT_ACCEPTANCE } from './pilot.ts'
import { SAFETY_AND_REFUSAL } from './safety.ts'
import type { MethodTemplate } from './template.ts'

/** The templates with which a project can begin instead of the platform's method, in the order of the selection. */
export const METHOD_TEMPLATES: readonly MethodTemplate[] = [
  GOVERNMENT_GOODS,
  GOVERNMENT_SERVICES,
  ENTERPRISE_TENDER,
  SAFETY_AND_REFUSAL,
  AGENT_GOVERNANCE,
  PILOT_ACCEPTANCE,
]

export const findTemplate = (id: string | undefined): MethodTemplate | undefined =>
  METHOD_TEMPLATES.find((template) => template.id === id)
