import type { LucideProps } from 'lucide-react'

/**
 * Creates the component of an icon, which inherits its colour; `.icon` in tokens.css says how it is stroked. Read out if it
 * has a label, else hidden from screen readers.
 */
export const drawnIcon = (strokes: string) =>
  function DrawnIcon({ className = '', ...rest }: LucideProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        {...(rest['aria-label'] === undefined ? { 'aria-hidden': true } : { role: 'img' })}
        {...rest}
        className={`icon ${className}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the strokes are Lucide's own, written when the site is built.
        dangerouslySetInnerHTML={{ __html: strokes }}
      />
    )
  }
