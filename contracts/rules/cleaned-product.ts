type Cleanable = {
  targetUsers: string[]
  keyCapabilities: string[]
  deploymentTypes: string[]
  securityCompliance: string[]
  aiCapabilities: string[]
  industryApplications: string[]
  technicalSpecs: { title: string; value: string }[]
}

const isFilled = (text: string) => text.trim() !== ''
const filled = (texts: readonly string[]) => texts.filter(isFilled)

/** A product as it is saved: without blank texts in its lists, and without specs that say nothing (spec 3 §5). */
export const cleanedProduct = <Product extends Cleanable>(product: Product): Product => ({
  ...product,
  targetUsers: filled(product.targetUsers),
  keyCapabilities: filled(product.keyCapabilities),
  deploymentTypes: filled(product.deploymentTypes),
  securityCompliance: filled(product.securityCompliance),
  aiCapabilities: filled(product.aiCapabilities),
  industryApplications: filled(product.industryApplications),
  technicalSpecs: product.technicalSpecs.filter(({ title, value }) => isFilled(title) || isFilled(value)),
})
