import { ENTERPRISE_TENDER } from './enterprise.ts'
import { GOVERNMENT_GOODS, GOVERNMENT_SERVICES } from './government.ts'
import type { MethodTemplate } from './template.ts'

/** The templates with which a project can begin instead of the platform's method, in the order of the selection. */
export const METHOD_TEMPLATES: readonly MethodTemplate[] = [GOVERNMENT_GOODS, GOVERNMENT_SERVICES, ENTERPRISE_TENDER]

export const findTemplate = (id: string | undefined): MethodTemplate | undefined =>
  METHOD_TEMPLATES.find((template) => template.id === id)
