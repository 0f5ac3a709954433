import type { z } from 'zod'
import {
  ButtonSchema,
  CallToActionSchema,
  ColorSchema,
  flag,
  IconSchema,
  LinkSchema,
  list,
  loose,
  PageInfoSchema,
  paragraph,
  StatisticSchema,
  text,
} from '../fields.ts'
import { RatingSchema } from '../products/product.ts'

export const HomeSchema = loose({
  pageInfo: PageInfoSchema,
  hero: loose({
    title: text(),
    subtitle: paragraph(),
    description: paragraph(),
    buttons: list(ButtonSchema),
    features: list(loose({ icon: IconSchema, color: ColorSchema, title: text(), description: paragraph() })),
  }).prefault({}),
  statistics: list(StatisticSchema),
  services: list(
    loose({
      title: text(),
      subtitle: text(),
      description: paragraph(),
      icon: IconSchema,
      color: ColorSchema,
      link: LinkSchema,
    }),
  ),
  featuredProducts: list(
    loose({
      name: text(),
      rating: RatingSchema,
      description: paragraph(),
      icon: IconSchema,
      color: ColorSchema,
      link: LinkSchema,
      hasDemo: flag(),
      hasCaseStudy: flag(),
    }),
  ),
  testimonials: list(
    loose({
      content: paragraph(),
      author: text(),
      company: text(),
      position: text(),
      avatar: text(),
      color: ColorSchema,
    }),
  ),
  callToAction: CallToActionSchema,
})
  .prefault({})
  .meta({ id: 'HomeContent' })
export type HomeContent = z.infer<typeof HomeSchema>
