/** A reason to leave an artefact out, which the end of the run names. */
export class Missing extends Error {}
