/** In the file of React (build/chunks.ts), so that React starts in a task of its own, before the program. */
export { createRoot } from 'react-dom/client'
