import { z } from 'zod'
import {
  CallToActionSchema,
  ColorSchema,
  IconSchema,
  list,
  loose,
  PageInfoSchema,
  paragraph,
  StatisticSchema,
  StepNumberSchema,
  text,
  textList,
} from '../fields.ts'

export const ServicePackageSchema = loose({
  name: text(),
  price: text(),
  duration: text(),
  suitable: paragraph(),
  features: textList(),
}).meta({ id: 'ServicePackage' })
export type ServicePackage = z.infer<typeof ServicePackageSchema>

export const SuccessCaseSchema = loose({
  company: text(),
  industry: text(),
  duration: text(),
  challenge: paragraph(),
  solution: paragraph(),
  results: textList(),
  rating: z.number().min(0).max(5).default(5),
}).meta({ id: 'SuccessCase' })
export type SuccessCase = z.infer<typeof SuccessCaseSchema>

export const SelectionSchema = loose({
  pageInfo: PageInfoSchema,
  serviceOverview: loose({
    title: text(),
    subtitle: paragraph(),
    description: paragraph(),
    capabilities: list(loose({ icon: IconSchema, color: ColorSchema, title: text(), description: paragraph() })),
    advantages: textList(),
  }).prefault({}),
  serviceProcess: list(
    loose({
      step: StepNumberSchema,
      title: text(),
      duration: text(),
      description: paragraph(),
      deliverables: textList(),
    }),
  ),
  servicePackages: list(ServicePackageSchema),
  statistics: list(StatisticSchema),
  successCases: list(SuccessCaseSchema),
  consultationForm: loose({ title: text(), description: paragraph() }).prefault({}),
  callToAction: CallToActionSchema,
})
  .prefault({})
  .meta({ id: 'SelectionContent' })
export type SelectionContent = z.infer<typeof SelectionSchema>
