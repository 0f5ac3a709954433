/** Ant Design's declarations assume CommonJS here, but the bundler resolves the locale itself as the default export. */
declare module 'antd/locale/zh_CN.js' {
  const locale: import('antd/es/locale/index.js').Locale

  // biome-ignore lint/style/noDefaultExport: it declares the default export of a library.
  export { locale as default }
}
