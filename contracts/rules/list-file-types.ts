/** Lists file types in a message: `PDF、DOCX`. Upper case without dots, as browsers don't break lines within `.pdf、.docx`. */
export const listFileTypes = (types: readonly string[]): string => types.map((type) => type.toUpperCase()).join('、')
