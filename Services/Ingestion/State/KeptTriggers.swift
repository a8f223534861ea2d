/// Count the bytes in `kept`.
enum KeptTriggers {
    static let sqlite = """

        CREATE TRIGGER samples_kept AFTER INSERT ON samples BEGIN
            INSERT INTO kept (user, bytes) SELECT NEW.user, 0 WHERE NOT EXISTS (SELECT 1 FROM kept WHERE user = NEW.user);
            UPDATE kept SET bytes = bytes + length(NEW.sealed) WHERE user = NEW.user;
        END;
        CREATE TRIGGER samples_changed AFTER UPDATE OF sealed ON samples BEGIN
            UPDATE kept SET bytes = bytes + length(NEW.sealed) - length(OLD.sealed) WHERE user = NEW.user;
        END;
        CREATE TRIGGER samples_gone AFTER DELETE ON samples BEGIN
            UPDATE kept SET bytes = bytes - length(OLD.sealed) WHERE user = OLD.user;
        END;
        CREATE TRIGGER origins_kept AFTER INSERT ON origins BEGIN
            INSERT INTO kept (user, bytes) SELECT NEW.user, 0 WHERE NOT EXISTS (SELECT 1 FROM kept WHERE user = NEW.user);
            UPDATE kept SET bytes = bytes + 2 * length(NEW.sealed) WHERE user = NEW.user;
        END;
        CREATE TRIGGER origins_changed AFTER UPDATE OF sealed ON origins BEGIN
            UPDATE kept SET bytes = bytes + 2 * (length(NEW.sealed) - length(OLD.sealed)) WHERE user = NEW.user;
        END;
        CREATE TRIGGER origins_gone AFTER DELETE ON origins BEGIN
            UPDATE kept SET bytes = bytes - 2 * length(OLD.sealed) WHERE user = OLD.user;
        END;
        """

    static let postgres = """

        CREATE FUNCTION count_kept() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE factor BIGINT := TG_ARGV[0];
        BEGIN
            IF TG_OP = 'INSERT' THEN
                INSERT INTO kept (user, bytes) VALUES (NEW.user, factor * length(NEW.sealed))
                    ON CONFLICT (user) DO UPDATE SET bytes = kept.bytes + excluded.bytes;
            ELSIF TG_OP = 'UPDATE' THEN
                UPDATE kept SET bytes = bytes + factor * (length(NEW.sealed) - length(OLD.sealed))
                    WHERE user = NEW.user;
            ELSE
                UPDATE kept SET bytes = bytes - factor * length(OLD.sealed) WHERE user = OLD.user;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER samples_kept AFTER INSERT OR DELETE OR UPDATE OF sealed ON samples
            FOR EACH ROW EXECUTE FUNCTION count_kept(1);
        CREATE TRIGGER origins_kept AFTER INSERT OR DELETE OR UPDATE OF sealed ON origins
            FOR EACH ROW EXECUTE FUNCTION count_kept(2);
        """
}
