/** What is wrong with the words and the files of a form. */
import { catalogue } from "../../words/locale.js";

export const uploadWords = catalogue({
  en: {
    problem_reason_missing: "Write a few words first.",
    problem_reason_long: (most: number) => `Please keep it to ${most} characters.`,
    problem_files_many: "Choose at most 5 files.",
    problem_files_large: "Each file can have 5 MB at most. This one is larger:",
    problem_files_type:
      "Only JPEG, PNG and WebP images, PDF documents and plain text are taken. This is something else:",
    problem_files_empty: "This file is empty:",
    problem_files_unreadable: "The files did not arrive whole. Please choose them again and try once more.",
  },
  fr: {
    problem_reason_missing: "Écrivez d’abord quelques mots.",
    problem_reason_long: (most) => `Limitez-vous à ${most} caractères.`,
    problem_files_many: "Choisissez 5 fichiers au plus.",
    problem_files_large: "Un fichier peut faire 5 Mo au plus. Celui-ci est plus grand :",
    problem_files_type:
      "Seuls les images JPEG, PNG et WebP, les documents PDF et le texte brut sont acceptés. Ceci est autre chose :",
    problem_files_empty: "Ce fichier est vide :",
    problem_files_unreadable: "Les fichiers ne sont pas arrivés entiers. Choisissez-les à nouveau et réessayez.",
  },
  sw: {
    problem_reason_missing: "Andika maneno machache kwanza.",
    problem_reason_long: (most) => `Tafadhali usizidi herufi ${most}.`,
    problem_files_many: "Usichague zaidi ya faili 5.",
    problem_files_large: "Kila faili isizidi MB 5. Hii ni kubwa zaidi:",
    problem_files_type:
      "Picha za JPEG, PNG na WebP, hati za PDF na maandishi ya kawaida pekee ndiyo yanapokelewa. Hii ni kitu kingine:",
    problem_files_empty: "Faili hii ni tupu:",
    problem_files_unreadable: "Faili hazikufika zikiwa kamili. Tafadhali zichague tena na ujaribu upya.",
  },
  pt: {
    problem_reason_missing: "Escreva primeiro algumas palavras.",
    problem_reason_long: (most) => `Não ultrapasse ${most} caracteres.`,
    problem_files_many: "Escolha no máximo 5 ficheiros.",
    problem_files_large: "Cada ficheiro pode ter no máximo 5 MB. Este é maior:",
    problem_files_type: "Só são aceites imagens JPEG, PNG e WebP, documentos PDF e texto simples. Isto é outra coisa:",
    problem_files_empty: "Este ficheiro está vazio:",
    problem_files_unreadable: "Os ficheiros não chegaram completos. Escolha-os de novo e tente outra vez.",
  },
});
