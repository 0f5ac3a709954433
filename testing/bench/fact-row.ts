type Measured = { id: string; productId: string; attribute: string; value: unknown; sourceUrl: string; at: string }

/** Returns the row of a fact that never becomes stale. */
export const createFactRow = ({ id, productId, attribute, value, sourceUrl, at }: Measured) => ({
  id,
  productId,
  attribute,
  valueJson: JSON.stringify(value),
  grade: 'public' as const,
  sourceUrl,
  readAt: at.slice(0, 10),
  note: '',
  staleOn: null,
  updatedBy: null,
  updatedByName: null,
  createdAt: at,
  updatedAt: at,
})
