import { chooseLanguage, currentLanguage, LANGUAGES, type Language } from '../words/words.ts'

/** The languages of the page, each in its own. */
export function LanguageChoice() {
  return (
    <div class="language-choice" role="group" aria-label="Language · Dil">
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={currentLanguage() === language}
          onClick={() => void chooseLanguage(language)}
        >
          {LANGUAGES[language]}
        </button>
      ))}
    </div>
  )
}
