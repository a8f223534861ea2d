/// Checkpoints and tallies are derived from the inputs: whoever changes one, an earlier release included, drops what no
/// longer holds. A crisis verdict (4) may lift that of the journal entry of its id. Nothing is added when rows are
/// deleted: an erased person leaves none.
enum InputTriggers {
    static let sqlite = """
        CREATE TRIGGER inputs_added AFTER INSERT ON inputs BEGIN
            DELETE FROM checkpoints WHERE user = NEW.user AND day >= coalesce(NEW.day, -2147483648);
            INSERT INTO tallies (user, day) SELECT NEW.user, NEW.day WHERE NEW.kind IN (2, 3) AND NEW.day IS NOT NULL
                ON CONFLICT (user, day) DO UPDATE SET sealed = NULL;
            UPDATE tallies SET sealed = NULL WHERE NEW.kind = 4 AND user = NEW.user
                AND day = (SELECT day FROM inputs WHERE user = NEW.user AND kind = 3 AND id = NEW.id);
        END;
        CREATE TRIGGER inputs_changed AFTER UPDATE ON inputs BEGIN
            DELETE FROM checkpoints WHERE user = NEW.user AND day >= coalesce(min(OLD.day, NEW.day), -2147483648);
            UPDATE tallies SET sealed = NULL WHERE NEW.kind IN (2, 3) AND user = NEW.user AND day = OLD.day;
            INSERT INTO tallies (user, day) SELECT NEW.user, NEW.day WHERE NEW.kind IN (2, 3) AND NEW.day IS NOT NULL
                ON CONFLICT (user, day) DO UPDATE SET sealed = NULL;
            UPDATE tallies SET sealed = NULL WHERE NEW.kind = 4 AND user = NEW.user
                AND day = (SELECT day FROM inputs WHERE user = NEW.user AND kind = 3 AND id = NEW.id);
        END;
        CREATE TRIGGER inputs_removed AFTER DELETE ON inputs BEGIN
            DELETE FROM checkpoints WHERE user = OLD.user AND day >= coalesce(OLD.day, -2147483648);
            UPDATE tallies SET sealed = NULL WHERE OLD.kind IN (2, 3) AND user = OLD.user AND day = OLD.day;
            UPDATE tallies SET sealed = NULL WHERE OLD.kind = 4 AND user = OLD.user
                AND day = (SELECT day FROM inputs WHERE user = OLD.user AND kind = 3 AND id = OLD.id);
        END;

        """

    static let postgres = """
        CREATE FUNCTION inputs_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            DELETE FROM checkpoints WHERE user = NEW.user AND day >= coalesce(NEW.day, -2147483648);
            \(marksDay)
            RETURN NULL;
        END $$;
        CREATE TRIGGER inputs_added AFTER INSERT ON inputs FOR EACH ROW EXECUTE FUNCTION inputs_added();
        CREATE FUNCTION inputs_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            DELETE FROM checkpoints WHERE user = NEW.user AND (OLD.day IS NULL OR NEW.day IS NULL
                OR day >= least(OLD.day, NEW.day));
            UPDATE tallies SET sealed = NULL WHERE NEW.kind IN (2, 3) AND user = NEW.user AND day = OLD.day;
            \(marksDay)
            RETURN NULL;
        END $$;
        CREATE TRIGGER inputs_changed AFTER UPDATE ON inputs FOR EACH ROW EXECUTE FUNCTION inputs_changed();
        CREATE FUNCTION inputs_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            DELETE FROM checkpoints WHERE user = OLD.user AND day >= coalesce(OLD.day, -2147483648);
            UPDATE tallies SET sealed = NULL WHERE OLD.kind IN (2, 3) AND user = OLD.user AND day = OLD.day;
            UPDATE tallies SET sealed = NULL WHERE OLD.kind = 4 AND user = OLD.user
                AND day = (SELECT day FROM inputs WHERE user = OLD.user AND kind = 3 AND id = OLD.id);
            RETURN NULL;
        END $$;
        CREATE TRIGGER inputs_removed AFTER DELETE ON inputs FOR EACH ROW EXECUTE FUNCTION inputs_removed();
        """

    private static let marksDay = """
        INSERT INTO tallies (user, day) SELECT NEW.user, NEW.day WHERE NEW.kind IN (2, 3) AND NEW.day IS NOT NULL
            ON CONFLICT (user, day) DO UPDATE SET sealed = NULL;
        UPDATE tallies SET sealed = NULL WHERE NEW.kind = 4 AND user = NEW.user
            AND day = (SELECT day FROM inputs WHERE user = NEW.user AND kind = 3 AND id = NEW.id);
        """
}
