import type { z } from 'zod'
import {
  ButtonSchema,
  CallToActionSchema,
  ColorSchema,
  flag,
  IconSchema,
  LinkSchema,
  list,
  looseObject,
  PageInfoSchema,
  paragraph,
  StatisticSchema,
  text,
} from '../fields.ts'
import { RatingSchema } from '../products/product.ts'

export const HomeSchema = looseObject({
  pageInfo: PageInfoSchema,
  hero: looseObject({
    title: text(),
    subtitle: paragraph(),
    description: paragraph(),
    buttons: list(ButtonSchema),
    features: list(looseObject({ icon: IconSchema, color: ColorSchema, title: text(), description: paragraph() })),
  }).prefault({}),
  statistics: list(StatisticSchema),
  services: list(
    looseObject({
      title: text(),
      subtitle: text(),
      description: paragraph(),
      icon: IconSchema,
      color: ColorSchema,
      link: LinkSchema,
    }),
  ),
  featuredProducts: list(
    looseObject({
      name: text(),
      /** Shown only for a product that isn't listed; a listed one has the rating of its page. */
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
    looseObject({
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
