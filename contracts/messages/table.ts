/** Messages of table exports and imports. */
export const TABLE_MESSAGES = {
  cellTooLongForExcel: (column: string, row: number) =>
    `第${row}行的“${column}”超过了Excel单元格可容纳的32767个字符，请改用CSV或JSON格式导出`,
  tooManyRowsForExcel: (most: number) => `Excel工作表最多容纳${most}行，请改用CSV格式导出`,
  tableTooLarge: (megabytes: number) => `文件大小不能超过${megabytes}MB`,
  tableTooManyRows: (most: number) => `一次最多导入${most}行，请把文件拆开`,
  tableTooManyColumns: (most: number) => `文件最多可有${most}列`,
  tableEmpty: '文件里没有数据行',
  tableNoHeading: '第一行应为表头，但没有读到列名',
  tableHeadingRepeated: (heading: string) => `表头“${heading}”出现了两次`,
  tableCellTooLong: (row: number, column: string) => `第${row}行的“${column}”过长`,
  tableSurplusCells: (count: number) => `比表头多出${count}个单元格，请检查引号和分隔符`,
  tableNotText: '无法识别文件的文字编码，请另存为UTF-8编码后重试',
  tableQuotes: (row: number) => `第${row}行的引号不成对`,
  tableType: '只支持 CSV、XLSX、JSON 格式的文件',
  tableOldExcel: '不支持旧版 .xls 或加密的工作簿，请另存为不加密的 .xlsx 后重试',
  workbookBroken: '工作簿已损坏或无法识别',
  workbookTooLarge: '工作簿展开后过大，请拆成多个文件',
  jsonMalformed: '导入文件格式错误',
  jsonNotAList: 'JSON 应为产品的列表，或含有 products 列表的对象',
  jsonNotAnObject: '应为一个对象',
} as const
